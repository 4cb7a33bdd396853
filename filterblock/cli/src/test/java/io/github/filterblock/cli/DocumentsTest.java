// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableStatus;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Documents name what exists. Every link leads to a file and an anchor or heading in it, the map of packages is
 * complete, and commands name profiles, modules, properties, test classes, options and files that are there. {@link
 * ReadmeTest} runs the commands of the tool.
 */
class DocumentsTest {
    private static final Path ROOT = Path.of("../..");
    private static final Set<String> NO_SOURCES = Set.of("target", ".git");
    private static final int MAX_WORDS = 30_000;
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:sh)?\n(.*?)^```");
    private static final Pattern INLINE = Pattern.compile("`([^`]+)`");
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");
    private static final Pattern PROFILE = Pattern.compile("(?s)<profile>\\s*(?:<!--.*?-->\\s*)?<id>([^<]+)</id>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");
    private static final Set<String> PHASES =
            Set.of("clean", "package", "test", "test-compile", "verify", "install", "deploy");
    private static final Set<String> OF_MAVEN = Set.of(
            "skipTests",
            "targetTests",
            "skipPublishing",
            "gpg.skip",
            "altDeploymentRepository",
            "mdep.includeScope",
            "mdep.outputFile",
            "test",
            "failIfNoTests",
            "surefire.failIfNoSpecifiedTests",
            "targetClasses",
            "artifact",
            "outputDirectory");

    private static List<Path> documents() throws IOException {
        return sources(".md");
    }

    /** All files of the repository with an ending, without what a build makes. */
    private static List<Path> sources(String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean sources = !NO_SOURCES.contains(directory.getFileName().toString());
                return sources ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(ending)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    private static String texts(String ending) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : sources(ending)) {
            all.append(Files.readString(file));
        }
        return all.toString();
    }

    private static String text(Path document) throws IOException {
        return CODE.matcher(Files.readString(document)).replaceAll("");
    }

    private static Stream<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult match) -> match.group(1));
    }

    /** Anchors that are written out, and those that a heading makes: lower case, spaces as hyphens, no other signs. */
    private static Set<String> anchors(String text) {
        Set<String> anchors = new HashSet<>(found(ANCHOR, text).toList());
        found(HEADING, text)
                .map(heading -> ANCHOR.matcher(heading).replaceAll("").strip().toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .forEach(anchors::add);
        return anchors;
    }

    private static boolean leadsSomewhere(Path document, String link) throws IOException {
        int mark = link.indexOf('#');
        String name = mark < 0 ? link : link.substring(0, mark);
        Path target = name.isEmpty() ? document : document.resolveSibling(name).normalize();
        return Files.exists(target) && (mark < 0 || anchors(text(target)).contains(link.substring(mark + 1)));
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path document : documents()) {
            for (String link : found(LINK, text(document)).toList()) {
                boolean outside = link.startsWith("https://");
                if (!outside && !leadsSomewhere(document, link)) {
                    broken.add(document + ": " + link);
                }
                links += outside ? 0 : 1;
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(links > 100, links + " links");
    }

    /** The packages of a module below {@code io.github.filterblock}; the root package is "". */
    private static List<String> packages(String module) throws IOException {
        Path sources = ROOT.resolve(module + "/src/main/java/io/github/filterblock");
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .map(file -> sources.relativize(file.getParent()).toString())
                    .map(folder -> folder.replace('\\', '.').replace('/', '.'))
                    .toList();
        }
    }

    @Test
    void everyPackageHasALineOnTheMap() throws IOException {
        String map = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
        List<String> packages = new ArrayList<>(packages("core"));
        for (String module : List.of("block", "check", "redis", "cli")) {
            packages.addAll(packages("filterblock/" + module));
        }
        List<String> missing = packages.stream()
                .filter(name -> !map.contains("\n| " + (name.isEmpty() ? "(root)" : "`" + name + "`") + " "))
                .toList();
        assertEquals(List.of(), missing);
        assertTrue(packages.size() > 10, packages::toString);
    }

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
        for (Path page : documents()) {
            String text = Files.readString(page);
            Stream<String> lines = BLOCK.matcher(text)
                    .results()
                    .flatMap(block -> block.group(1).replace("\\\n", "").lines());
            Stream<String> inline = INLINE.matcher(text(page))
                    .results()
                    .map(code -> code.group(1).replace('\n', ' ').replaceFirst("^-D", "mvn -D"))
                    .filter(code -> !code.equals("mvn"));
            Stream.concat(lines, inline)
                    .map(line -> line.replaceFirst(" {3,}#.*", "").replaceFirst("^(\\$|do|JAZZER_FUZZ=1) ", ""))
                    .flatMap(line -> Stream.of(line.split(" && |; done")))
                    .filter(line -> line.matches("(mvn|java|spark-submit|python3|GO111MODULE=\\S+|go) .*|\\.ci/.*"))
                    .forEach(line -> commands.add(new Shown(page, line)));
        }
        for (Path script : scripts()) {
            Files.readString(script)
                    .replace("\\\n", "")
                    .lines()
                    .filter(line -> line.startsWith("mvn "))
                    .map(line -> line.replaceFirst(" </dev/null .*", ""))
                    .forEach(line -> commands.add(new Shown(script, line)));
        }
        return commands;
    }

    private static List<Path> scripts() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(".ci"))) {
            return files.filter(Files::isExecutable)
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }

    private static boolean isTest(String name) throws IOException {
        String glob = "glob:**/src/test/java/" + (name.contains("/") ? name : "**/" + name) + ".java";
        return sources(".java").stream().anyMatch(FileSystems.getDefault().getPathMatcher(glob)::matches);
    }

    private static boolean isKnown(String property, String poms, String code) {
        return OF_MAVEN.contains(property)
                || poms.contains("${" + property + "}")
                || poms.contains("<" + property + ">")
                || poms.contains("<name>!" + property + "</name>")
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
            if (word.contains("$")) {
                known = true; // an argument of a script
            } else if (word.startsWith("-P")) {
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
                known = PHASES.contains(word)
                        || Set.of("-q", "-am", "-pl", "-N", "-T2").contains(word);
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
            if (command.startsWith("mvn ")) {
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
        String help = FilterBlockTool.VERBS.stream()
                .map(verb -> ToolRun.of(verb, "--help").out())
                .collect(Collectors.joining());
        for (String page : List.of("TOOL.md", "REDIS.md", "DATABASE.md")) {
            INLINE.matcher(text(ROOT.resolve("filterblock/" + page)))
                    .results()
                    .flatMap(code -> Stream.of(code.group(1).split("\\s+")))
                    .filter(word -> word.startsWith("--"))
                    .forEach(word -> assertTrue(help.contains(word), () -> page + ": " + word));
        }
    }

    /** The table of options says which command takes which; options that all commands have are not in it. */
    @Test
    void theTableSaysWhichCommandTakesWhichOption() throws IOException {
        Set<String> taken = new TreeSet<>();
        for (String command : FilterBlockTool.VERBS) {
            found(
                            Pattern.compile("(?m)^ +(?:-\\w, )?(--[a-z-]+)"),
                            ToolRun.of(command, "--help").out())
                    .filter(option -> !option.matches("--help|--version"))
                    .forEach(option -> taken.add(command + " " + option));
        }
        Set<String> shown = new TreeSet<>();
        Pattern.compile("(?m)^\\| (`--.*) \\| (.*) \\|$")
                .matcher(Files.readString(ROOT.resolve("filterblock/TOOL.md")))
                .results()
                .forEach(row -> {
                    Set<String> commands = found(INLINE, row.group(2)).collect(Collectors.toSet());
                    boolean others = row.group(2).startsWith("all but ");
                    FilterBlockTool.VERBS.stream()
                            .filter(command -> commands.contains(command) != others)
                            .forEach(command ->
                                    found(INLINE, row.group(1)).forEach(option -> shown.add(command + " " + option)));
                });
        assertEquals(String.join("\n", taken), String.join("\n", shown));
    }

    /** The words of all pages, counted as wc does, so that someone can read them. */
    @Test
    void thePagesAreShort() throws IOException {
        long words = 0;
        for (Path page : documents()) {
            words += Files.readString(page).strip().split("\\s+").length;
        }
        assertTrue(words <= MAX_WORDS, words + " words");
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
        for (Path page : documents()) {
            if (Files.readString(page).contains("\n```java")) {
                pages.add(page.getFileName().toString());
            }
        }
        assertEquals(Set.of("ADOPTING.md", "KIT.md", "README.md", "REDIS.md"), pages);
    }

    @Test
    void statusesOfTheTableAreThoseOfTheTool() throws IOException {
        List<String> expected = Stream.of(TableStatus.values())
                .map(status -> status.id() + " " + ExitStatus.of(status.id()))
                .sorted()
                .toList();
        List<String> rows = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|[^|]*\\| ([0-9]) \\|$")
                .matcher(Files.readString(ROOT.resolve("filterblock/TOOL.md")))
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .sorted()
                .toList();
        assertEquals(expected, rows);
    }
}
