// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import io.github.filterblock.testdata.contract.FilterBlockContract;
import io.github.filterblock.testdata.contract.FilterBlockPlainContract;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import io.github.filterblock.testdata.contract.Law;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Without the list of pcmind's bugs each of them is reported in words, and nothing else is. */
class PcmindMessagesTest {

    @PropertyDefaults(shrinking = ShrinkingMode.OFF)
    static final class UnderJqwik implements FilterBlockContract {
        @Override
        public FilterBlockSubject subject() {
            return new PcmindSubject();
        }

        @Override
        public Optional<Path> exportDirectory() {
            return Optional.empty();
        }
    }

    static final class Plain implements FilterBlockPlainContract {
        @Override
        public FilterBlockSubject subject() {
            return new PcmindSubject();
        }

        @Override
        public Optional<Path> exportDirectory() {
            return Optional.empty();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {UnderJqwik.class, Plain.class})
    void eachBugIsAFailureWithAnExplanation(Class<?> form) {
        Map<String, String> failures = failuresOf(form);
        assertEquals(
                PcmindFilterBlockTest.BUGS.keySet().stream().map(Law::testName).collect(Collectors.toSet()),
                failures.keySet());
        PcmindFilterBlockTest.BUGS.keySet().forEach(law -> {
            String message = failures.get(law.testName());
            assertTrue(message.contains("io.github.pcmind:leveldb 1.2"), message);
            assertTrue(message.contains(law.explanation()), message);
            law.rules().forEach(rule -> assertTrue(message.contains(rule), message));
        });
        assertTrue(failures.get(Law.FILTER_BLOCK_IS_STORED_RAW.testName()).contains("the block is compressed"));
    }

    private static Map<String, String> failuresOf(Class<?> form) {
        Map<String, String> failures = new TreeMap<>();
        TestExecutionListener collecting = new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                    String message =
                            result.getThrowable().map(Throwable::getMessage).orElse("");
                    failures.put(test.getDisplayName().replaceFirst(" .*", "").replace("()", ""), message);
                }
            }
        };
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(form))
                                .filters(excludeTags("recorded"))
                                .configurationParameter("jqwik.database", "target/jqwik-pcmind")
                                .configurationParameter("jqwik.failures.after.default", "RANDOM_SEED")
                                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                                .build(),
                        collecting);
        return failures;
    }
}
