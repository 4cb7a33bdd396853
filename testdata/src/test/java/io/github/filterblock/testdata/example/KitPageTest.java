// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.contract.FilterBlockContract;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import io.github.filterblock.testdata.contract.Law;
import io.github.filterblock.testdata.contract.Outcomes;
import io.github.filterblock.testdata.contract.ReferenceSubject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** KIT.md shows code that compiles as it is, and lists the laws as they are. */
class KitPageTest {
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("^(?:final )?class (\\w+)", Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)");
    private static final String PACKAGE = "package io.github.filterblock.testdata.example;\n";
    private static final String IMPORTS = """
            import io.github.filterblock.testdata.*;
            import io.github.filterblock.testdata.contract.*;
            import java.util.*;
            import net.jqwik.api.*;
            import static org.junit.jupiter.api.Assertions.*;
            """;

    @TempDir
    Path directory;

    private static String page() throws IOException {
        return Files.readString(Path.of("KIT.md"));
    }

    /** Whole classes stand in files of their own; statements are put into a method, and members into a class. */
    private List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (MatchResult block : JAVA.matcher(page()).results().toList()) {
            String code = block.group(1);
            List<MatchResult> classes = CLASS.matcher(code).results().toList();
            String name = "Snippet" + sources.size();
            String members = code.startsWith("@") ? code : "void run() {" + code + "}";
            String whole = IMPORTS + "class " + name + " {" + members + "}";
            if (!classes.isEmpty()) {
                name = classes.get(0).group(1);
                whole = code;
            }
            sources.add(Files.writeString(directory.resolve(name + ".java"), PACKAGE + whole));
        }
        return sources;
    }

    @Test
    void everySnippetCompiles() throws IOException {
        String classPath = System.getProperty("java.class.path");
        List<String> words = new ArrayList<>(List.of("-proc:none", "-d", directory.toString(), "-cp", classPath));
        sources().forEach(source -> words.add(source.toString()));
        assertTrue(words.size() >= 5 + 4, words::toString);
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, complaints, words.toArray(new String[0]));
        assertEquals(0, status, complaints::toString);
    }

    @Test
    void subjectsOfThePageAreThoseThatThisBuildTests() throws IOException {
        for (Path source : sources()) {
            Path tested = Path.of("src/test/java/io/github/filterblock/testdata/example")
                    .resolve(source.getFileName());
            if (Files.exists(tested)) {
                assertEquals(withoutBlanks(body(tested)), withoutBlanks(body(source)));
            }
        }
    }

    private static String body(Path source) throws IOException {
        String text = Files.readString(source);
        return text.substring(
                CLASS.matcher(text).results().findFirst().orElseThrow().start());
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
            return "HouseSubject";
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
                .map(line -> line.replace("KitPageTest$SignedTails", "HouseFilterBlockTest"))
                .forEach(line -> assertTrue(page.contains(line + "\n"), line));
    }

    @Test
    void everyLawIsListedWithItsRules() throws IOException {
        String page = page().replaceAll("\\s+", " ");
        for (Law law : Law.all()) {
            String entry = "`" + law.name() + "` (" + String.join(", ", law.rules()) + ")";
            assertTrue(page.contains(entry), entry);
        }
        assertEquals(40, Law.all().size(), "the page says so");
    }

    @Test
    void linksLeadToFiles() throws IOException {
        LINK.matcher(page()).results().forEach((MatchResult match) -> {
            String link = match.group(1);
            assertTrue(link.startsWith("http") || Files.exists(Path.of(link)), link);
        });
    }
}
