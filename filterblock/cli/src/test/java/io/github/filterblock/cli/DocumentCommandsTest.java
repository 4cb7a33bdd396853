// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the commands in documents name exists: profiles, modules, properties, test classes, verbs, options, files.
 * {@link ReadmeTest} runs those of the tool.
 */
class DocumentCommandsTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:sh)?\n(.*?)^```");
    private static final Pattern INLINE = Pattern.compile("`([^`]+)`");
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");
    private static final Pattern PROFILE = Pattern.compile("(?s)<profile>\\s*(?:<!--.*?-->\\s*)?<id>([^<]+)</id>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
    private static final String TOOL = "java -jar filterblock/cli/target/filterblock-cli.jar ";
    private static final Set<String> PHASES = Set.of("package", "test", "test-compile", "verify", "install", "deploy");
    private static final Set<String> OF_MAVEN = Set.of(
            "skipTests",
            "targetTests",
            "skipPublishing",
            "gpg.skip",
            "test",
            "failIfNoTests",
            "surefire.failIfNoSpecifiedTests",
            "targetClasses",
            "artifact",
            "outputDirectory");

    /** A command, and the page that shows it. */
    private record Shown(Path page, String command) {
        List<String> words() {
            return WORD.matcher(command)
                    .results()
                    .map(MatchResult::group)
                    .map(word -> word.replaceAll("['\"]", ""))
                    .toList();
        }
    }

    private static List<Shown> commands() throws IOException {
        List<Shown> commands = new ArrayList<>();
        for (Path page : DocumentsTest.documents()) {
            String text = Files.readString(page);
            Stream<String> lines = BLOCK.matcher(text)
                    .results()
                    .flatMap(block -> block.group(1).replace("\\\n", "").lines());
            Stream<String> inline = INLINE.matcher(DocumentsTest.text(page))
                    .results()
                    .map(code -> code.group(1).replace('\n', ' '))
                    .filter(code -> !code.equals("mvn"));
            Stream.concat(lines, inline)
                    .map(line -> line.replaceFirst(" {3,}#.*", "").replaceFirst("^(\\$|do|JAZZER_FUZZ=1) ", ""))
                    .flatMap(line -> Stream.of(line.split(" && |; done")))
                    .filter(line -> line.matches("(mvn|java|spark-submit|python3|GO111MODULE=\\S+|go) .*|\\.ci/.*"))
                    .forEach(line -> commands.add(new Shown(page, line)));
        }
        return commands;
    }

    private static String texts(String ending) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : DocumentsTest.sources(ending)) {
            all.append(Files.readString(file));
        }
        return all.toString();
    }

    private static boolean isTest(String name) throws IOException {
        String glob = "glob:**/src/test/java/" + (name.contains("/") ? name : "**/" + name) + ".java";
        return DocumentsTest.sources(".java").stream()
                .anyMatch(FileSystems.getDefault().getPathMatcher(glob)::matches);
    }

    private static boolean isKnown(String property, String poms, String code) {
        return OF_MAVEN.contains(property)
                || poms.contains("${" + property + "}")
                || poms.contains("<" + property + ">")
                || poms.contains("-D" + property + "=")
                || code.contains("\"" + property + "\"");
    }

    /** The words of a Maven command that name what nobody has. */
    private static List<String> unknown(List<String> words, String poms, String code) throws IOException {
        Set<String> profiles = new TreeSet<>();
        PROFILE.matcher(poms).results().forEach(found -> profiles.add(found.group(1)));
        List<String> unknown = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            boolean known;
            if (word.startsWith("-P")) {
                known = profiles.containsAll(List.of(word.substring(2).split(",")));
            } else if (words.get(i - 1).equals("-pl")) {
                known = Stream.of(word.split(",")).allMatch(module -> Files.exists(ROOT.resolve(module + "/pom.xml")));
            } else if (word.startsWith("-Dtest=")) {
                known = isTest(word.substring("-Dtest=".length()));
            } else if (word.startsWith("-D")) {
                known = isKnown(word.substring(2).replaceFirst("=.*", ""), poms, code);
            } else if (word.contains(":")) {
                String plugin = word.split(":")[word.split(":").length - 2];
                known = plugin.equals("dependency")
                        || poms.contains("<artifactId>" + plugin + "</artifactId>")
                        || poms.contains("<artifactId>maven-" + plugin + "-plugin</artifactId>")
                        || poms.contains("<artifactId>" + plugin + "-maven-plugin</artifactId>");
            } else {
                known = PHASES.contains(word) || Set.of("-q", "-am", "-pl").contains(word);
            }
            if (!known) {
                unknown.add(word);
            }
        }
        return unknown;
    }

    @Test
    void commandsAndPropertiesOfMavenNameWhatExists() throws IOException {
        String poms = texts("pom.xml");
        String code = texts(".java");
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        for (Shown shown : commands()) {
            if (shown.command().startsWith("mvn ")) {
                unknown(shown.words(), poms, code).forEach(word -> wrong.add(shown.page() + ": " + word));
                tried++;
            }
        }
        for (Path page : DocumentsTest.documents()) {
            for (MatchResult inline :
                    INLINE.matcher(DocumentsTest.text(page)).results().toList()) {
                if (inline.group(1).startsWith("-D")) {
                    List<String> words = List.of(("mvn " + inline.group(1)).split("\\s+"));
                    unknown(words, poms, code).forEach(word -> wrong.add(page + ": " + word));
                    tried++;
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(tried > 30, tried + " commands");
    }

    /** Recipes are run beside their page: their programs, and the places where they write, are there. */
    @Test
    void otherCommandsNameWhatExists() throws IOException {
        String code = texts(".java");
        List<String> wrong = new ArrayList<>();
        for (Shown shown : commands()) {
            String command = shown.command();
            if (command.startsWith("mvn ") || command.startsWith(TOOL)) {
                continue;
            }
            boolean job = command.startsWith("spark-submit ");
            List<String> words = shown.words();
            for (String word : job ? words.subList(words.indexOf("verify") - 1, words.size()) : words) {
                boolean option = job && word.startsWith("--");
                boolean file = word.matches(".*\\.(java|py|go)|\\.\\./.*|\\.ci/.*");
                if (option && !code.contains("\"" + word + "\"")
                        || file && !Files.exists(shown.page().resolveSibling(word))) {
                    wrong.add(shown.page() + ": " + word);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void optionsOfTheToolExist() throws IOException {
        StringBuilder help = new StringBuilder();
        for (String verb : FilterBlockTool.VERBS) {
            StringWriter page = new StringWriter();
            FilterBlockTool.run(new PrintWriter(page), new PrintWriter(page), verb, "--help");
            help.append(page);
        }
        for (String page : List.of("TOOL.md", "REDIS.md", "DATABASE.md")) {
            INLINE.matcher(DocumentsTest.text(ROOT.resolve("filterblock/" + page)))
                    .results()
                    .flatMap(code -> Stream.of(code.group(1).split("\\s+")))
                    .filter(word -> word.startsWith("--"))
                    .forEach(word -> assertTrue(help.indexOf(word) >= 0, () -> page + ": " + word));
        }
    }

    @Test
    void versionsInSnippetsAreThoseOfTheBuild() throws IOException {
        String parent = Files.readString(ROOT.resolve("pom.xml"));
        for (String page : List.of("README.md", "testdata/KIT.md")) {
            String text = Files.readString(ROOT.resolve(page));
            VERSION.matcher(text)
                    .results()
                    .map(found -> found.group(1))
                    .filter(version -> !version.equals("1")) // that of the reader's own project
                    .forEach(version -> assertTrue(parent.contains(">" + version + "<"), page + ": " + version));
        }
    }

    /** Other tests compile or run the code of these pages; a snippet elsewhere needs one of its own. */
    @Test
    void snippetsAreOnPagesThatATestReads() throws IOException {
        Set<String> pages = new TreeSet<>();
        for (Path page : DocumentsTest.documents()) {
            if (Files.readString(page).contains("\n```java")) {
                pages.add(page.getFileName().toString());
            }
        }
        assertEquals(Set.of("ADOPTING.md", "KIT.md", "README.md", "REDIS.md"), pages);
    }
}
