// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.PropertyDefaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A failing law leaves a case behind, and the printed property brings the failure back in either form. */
class ReplayTest {
    private static final AtomicReference<Path> EXPORTS = new AtomicReference<>();

    @TempDir
    Path directory;

    /** Never sees keys that end in 0xff. */
    static final class Forgetful implements FilterBlockSubject {
        @Override
        public byte[] build(BlockPlan plan, PolicySpec policy) {
            return Oracles.model().build(plan, policy);
        }

        @Override
        public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
            boolean forgets = key.length > 0 && key[key.length - 1] == -1;
            return !forgets && Oracles.model().keyMayMatch(block, policy, blockOffset, key);
        }
    }

    interface ForgetfulContract extends CompatibilityContract {
        @Override
        default FilterBlockSubject subject() {
            return new Forgetful();
        }

        @Override
        default Optional<Path> exportDirectory() {
            return Optional.of(EXPORTS.get());
        }
    }

    @PropertyDefaults(tries = 300)
    static final class UnderJqwik implements FilterBlockContract, ForgetfulContract {}

    static final class Plain implements FilterBlockPlainContract, ForgetfulContract {}

    @Test
    void casesOfPropertiesAreReplayedByBothForms() {
        assertReplayed(UnderJqwik.class);
    }

    @Test
    void casesOfPlainTestsAreReplayedByBothForms() {
        assertReplayed(Plain.class);
    }

    private void assertReplayed(Class<?> form) {
        EXPORTS.set(directory);
        String message = failures(form, "TF-13").get(Law.EVERY_ADDED_KEY_MATCHES.testName());
        assertTrue(message != null && message.contains("FB-7") && message.contains("is denied"), message);
        String command = message.lines()
                .filter(line -> line.contains("mvn test"))
                .findFirst()
                .orElseThrow();
        Path exported = Path.of(command.substring(command.lastIndexOf('=') + 1));
        System.setProperty(ContractRun.REPLAY, exported.toString());
        try {
            for (Class<?> other : List.of(UnderJqwik.class, Plain.class)) {
                Map<String, String> again = failures(other, "recorded");
                assertEquals(1, again.size(), again::toString);
                assertTrue(again.values().iterator().next().contains(Law.EVERY_ADDED_KEY_MATCHES.toString()));
            }
            assertEquals(Map.of(), failures(ReferenceContractTest.class, "recorded"));
            assertEquals(Map.of(), failures(ReferencePlainContractTest.class, "recorded"));
        } finally {
            System.clearProperty(ContractRun.REPLAY);
        }
    }

    private static Map<String, String> failures(Class<?> form, String tag) {
        Map<String, String> failures = new TreeMap<>();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectClass(form))
                                .filters(TagFilter.includeTags(tag))
                                .configurationParameter("jqwik.database", "target/jqwik-replay")
                                .configurationParameter("jqwik.failures.after.default", "RANDOM_SEED")
                                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                result.getThrowable()
                                        .filter(thrown -> result.getStatus() == TestExecutionResult.Status.FAILED)
                                        .ifPresent(thrown -> failures.put(
                                                test.getDisplayName()
                                                        .replaceFirst(" .*", "")
                                                        .replace("()", ""),
                                                String.valueOf(thrown.getMessage())));
                            }
                        });
        return failures;
    }
}
