// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.contract.FilterBlockContract;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import io.github.filterblock.testdata.contract.FullFilterLaw;
import io.github.filterblock.testdata.contract.Law;
import io.github.filterblock.testdata.contract.Outcomes;
import io.github.filterblock.testdata.contract.OwnFilterLaw;
import io.github.filterblock.testdata.contract.ReferenceSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** KIT.md shows the code of the examples beside this class, and counts the laws. */
class KitPageTest {
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Path EXAMPLES = Path.of("src/test/java/io/github/filterblock/testdata/example");

    private static String page() throws IOException {
        return Files.readString(Path.of("KIT.md"));
    }

    /** Imports and all, so that the code of the page is code that this build compiles, and runs. */
    @Test
    void javaOfThePageIsThatOfTheExamples() throws IOException {
        List<String> examples = new ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (Path file : files.toList()) {
                examples.add(withoutBlanks(Files.readString(file)));
            }
        }
        List<MatchResult> snippets = JAVA.matcher(page()).results().toList();
        assertEquals(4, snippets.size());
        for (MatchResult snippet : snippets) {
            String code = withoutBlanks(snippet.group(1));
            assertTrue(examples.stream().anyMatch(example -> example.contains(code)), snippet.group(1));
        }
    }

    private static String withoutBlanks(String code) {
        return code.replaceAll("\\s+", "");
    }

    /** The subject of the page with the bug of the page. */
    private static final class SignedTails implements FilterBlockContract, FilterBlockSubject {
        @Override
        public FilterBlockSubject subject() {
            return this;
        }

        @Override
        public String name() {
            return "ExampleSubject";
        }

        @Override
        public byte[] build(BlockPlan plan, PolicySpec policy) {
            PolicySpec signed = new PolicySpec(PolicySpec.Dialect.LEVELDB_117_SIGNED, policy.bitsPerKey());
            return ReferenceSubject.MODEL.build(plan, signed);
        }

        @Override
        public List<Law> laws() {
            return List.of(Law.named("tailBytesCountUnsigned"));
        }

        @Override
        public Optional<Path> exportDirectory() {
            return Optional.empty();
        }
    }

    /** How many cases run after the first failure depends on how fast the machine is. */
    private static String withoutCounts(String text) {
        return text.replaceAll("\\d+ of \\d+ fail", "some fail");
    }

    @Test
    void redResultIsThatOfTheBug() throws IOException {
        String page = withoutCounts(page());
        String message = String.valueOf(Outcomes.of(new SignedTails()).failed().get("tailBytesCountUnsigned"));
        withoutCounts(message)
                .lines()
                .map(line -> line.replace("KitPageTest$SignedTails", "ExampleFilterBlockTest"))
                .forEach(line -> assertTrue(page.contains(line + "\n"), line));
    }

    @Test
    void thePageCountsTheLaws() throws IOException {
        String page = page();
        assertTrue(page.contains(" " + Law.all().size() + " laws of [FORMAT.md]"));
        assertTrue(page.contains("\nTests run: " + (Law.all().size() + 1) + ","));
        assertTrue(page.contains(" " + FullFilterLaw.values().length + " laws of\n[FORMAT-ROCKSDB.md]"));
        assertTrue(page.contains(" " + OwnFilterLaw.values().length + " laws"));
    }
}
