// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.contract.Law;
import io.github.filterblock.testdata.contract.Outcomes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Without the list of pcmind's bugs each of them is reported in words, and nothing else is. */
class PcmindMessagesTest {
    @Test
    void eachBugIsAFailureWithAnExplanation() {
        Map<String, String> failed = Outcomes.of(new PcmindFilterBlockTest() {
                    @Override
                    public Map<String, String> knownFailures() {
                        return Map.of();
                    }

                    @Override
                    public Optional<Path> exportDirectory() {
                        return Optional.empty();
                    }
                })
                .failed();
        Set<String> expected = new TreeSet<>(PcmindFilterBlockTest.BUGS.keySet());
        expected.add(Outcomes.SUMMARY);
        assertEquals(expected, new TreeSet<>(failed.keySet()));
        PcmindFilterBlockTest.BUGS.keySet().stream().map(Law::named).forEach(law -> {
            String message = failed.get(law.name());
            assertTrue(message.contains("io.github.pcmind:leveldb 1.2"), message);
            assertTrue(message.contains(law.sentence()), message);
            law.rules().forEach(rule -> assertTrue(message.contains(rule), message));
        });
        assertTrue(failed.get("filterBlockIsStoredRaw").contains("the block is compressed"));
    }
}
