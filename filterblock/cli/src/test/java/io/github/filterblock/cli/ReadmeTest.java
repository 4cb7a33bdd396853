// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableFilter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * README.md, TOOL.md and ROCKSDB.md show what the library does: the examples are the code below, and the transcripts
 * are run.
 */
class ReadmeTest {
    private static final Path README = Path.of("../../README.md");
    private static final List<Path> TOURS = List.of(README, Path.of("../TOOL.md"), Path.of("../ROCKSDB.md"));
    private static final Path SOURCE = Path.of("src/test/java/io/github/filterblock/cli/ReadmeTest.java");
    private static final Pattern TOOL = Pattern.compile("^(filterblock/cli/bin/)?filterblock ");

    /** The exit status of a question whose answer is "absent". */
    private static final int ABSENT = 1;

    @TempDir
    private Path outputs;

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** The command that README.md names for the tests is the one that the gates run and CONTRIBUTING.md explains. */
    @Test
    void theGatesRunTheCommandOfTheTests() throws IOException {
        Matcher command =
                Pattern.compile("runs all tests,[^:]*:\n\n```sh\n(mvn .*)\n```").matcher(Files.readString(README));
        assertTrue(command.find());
        List<String> gates = Files.readAllLines(Path.of("../../.ci/run"));
        assertTrue(gates.contains(command.group(1)), command::group);
        String guide = Files.readString(Path.of("../../CONTRIBUTING.md"));
        assertTrue(guide.contains("\n| `" + command.group(1) + "` | must pass before every commit"), command::group);
    }

    @Test
    void theExampleOfEnginesWritesAndReads() throws IOException {
        EngineExample engine = new EngineExample();
        StoredFilterBlock filter = engine.write(List.of(bytes("apple"), bytes("plum")), 4096);
        assertArrayEquals(bytes("fullfilter.rocksdb.BuiltinBloomFilter"), filter.metaindexKey());
        assertArrayEquals(new byte[] {(byte) 0x80, 0x20, 69}, filter.metaindexValue());
        byte[] block = new byte[69];
        filter.bytes().get(block);
        FullFilter written = FullFilter.wrap(block);
        assertTrue(written.keyMayMatch(bytes("plum")));
        assertFalse(written.keyMayMatch(bytes("pear")));
        Path table = Path.of("../../testdata/rocksdb-filters/tables/ribbon-full-fv5.sst");
        String first =
                ToolRun.of("keys", "--hex", "--bare", "--limit", 1, table).out().strip();
        assertTrue(engine.mayHold(table, HexFormat.of().parseHex(first)));
        assertFalse(engine.mayHold(table, bytes("apple")));
        String code = Files.readString(Path.of("src/test/java/io/github/filterblock/cli/EngineExample.java"));
        assertEquals(
                between(Files.readString(README), "<!-- example: engine -->\n```java\n", "```"),
                code.substring(code.indexOf("import ")));
    }

    /** A table in which every filter has all bits set, and one that does not hold the key. */
    @Test
    void theReadingExampleReads() throws IOException {
        Path allSet = Path.of("../../testdata/corpus/damaged/n-filter-ones-crcfixed.ldb");
        assertEquals(
                "the data block at 0 may hold apple",
                printed(() -> read(allSet)).get(0));
        Path plain = Path.of("../../testdata/corpus/tables/tb123-onekey.ldb");
        assertEquals(List.of(), printed(() -> read(plain)));
        assertExampleIsInReadme("read");
    }

    @Test
    void theVerifyingExampleVerifies() throws IOException {
        assertEquals(
                List.of(
                        "CORRUPT, filter.leveldb.BuiltinBloomFilter2",
                        "TF-4 at 7451: the checksum of the filter block is wrong",
                        "TF-13 at 2117: the key 6b65793030303030313139 of the data block at 2117 is denied"
                                + " by filter 1: bit 427 of 472 is missing"),
                printed(() -> verify(Path.of("../../testdata/corpus/damaged/n-flip-filter-bit.ldb"))));
        assertEquals(
                List.of("OK, partitionedfilter.rocksdb.BuiltinBloomFilter"),
                printed(() -> verify(Path.of("../../testdata/rocksdb-filters/tables/ribbon-part-fv6.sst"))));
        assertExampleIsInReadme("verify");
    }

    private static void verify(Path path) throws IOException {
        // example: verify
        try (TableFile table = TableFile.open(path)) {
            TableReport report = TableReport.of(table, FilterHints.NONE);
            String filter =
                    report.filter().map(each -> each.entry().printableKey()).orElse("no filter");
            TableVerification verified = TableVerification.of(table, report);
            System.out.println(verified.status() + ", " + filter);
            for (Finding finding : verified.findings().first()) {
                System.out.println(finding.rule() + " at " + finding.offset() + ": " + finding.message());
            }
        }
        // end of example
    }

    private static void read(Path path) throws IOException {
        // example: read
        try (TableFile table = TableFile.open(path)) {
            TableFilter filter = table.openFilter().orElseThrow();
            for (IndexEntry entry : table.index()) {
                long block = entry.handle().offset();
                if (filter.keyMayMatch(block, bytes("apple"))) {
                    System.out.println("the data block at " + block + " may hold apple");
                }
            }
        }
        // end of example
    }

    @Test
    void theRocksDbExampleAsks() throws IOException {
        assertEquals(
                List.of("PARTITIONED: absent"),
                printed(() -> readRocksDb(Path.of("../../testdata/rocksdb-filters/tables/base-part-fv6.sst"))));
        assertExampleIsInReadme("rocksdb");
    }

    private static void readRocksDb(Path path) throws IOException {
        // example: rocksdb
        try (TableFile table = TableFile.open(path)) {
            TableFilter filter = table.openFilter().orElseThrow();
            HashedKey key = HashedKey.of(bytes("apple"));
            System.out.println(filter.form() + ": " + (filter.tableMayMatch(key) ? "may match" : "absent"));
        }
        // end of example
    }

    private interface Example {
        void run() throws IOException;
    }

    /** The lines that an example prints. */
    private static List<String> printed(Example example) throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, UTF_8));
        try {
            example.run();
        } finally {
            System.setOut(before);
        }
        return printed.toString(UTF_8).lines().toList();
    }

    private static void assertExampleIsInReadme(String name) throws IOException {
        String code = between(Files.readString(SOURCE), "// example: " + name + "\n", "// end of example")
                .stripIndent()
                .strip();
        String shown = between(Files.readString(README), "<!-- example: " + name + " -->\n```java\n", "```")
                .strip();
        assertEquals(shown, code);
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        assertTrue(from >= start.length(), "'" + start + "' is missing");
        return text.substring(from, text.indexOf(end, from));
    }

    @Test
    void theTranscriptsAreWhatTheToolPrints() throws IOException {
        int commands = 0;
        for (Path tour : TOURS) {
            Matcher transcripts =
                    Pattern.compile("```\n(\\$ .*?)```", Pattern.DOTALL).matcher(Files.readString(tour));
            while (transcripts.find()) {
                for (String part : transcripts.group(1).split("(?m)^\\$ ")) {
                    commands += part.isBlank() ? 0 : printsWhatItShows(part);
                }
            }
        }
        assertEquals(8, commands);
    }

    /** Runs the command in the first line; the others are what it prints, where a line of dots leaves some out. */
    private int printsWhatItShows(String transcript) {
        String command = transcript.substring(0, transcript.indexOf('\n'));
        String printed = run(command).stripTrailing() + "\n";
        String shown = transcript.substring(command.length() + 1).stripTrailing() + "\n";
        String pieces = Pattern.compile("(?m)^  \\.\\.\\.\n")
                .splitAsStream(shown)
                .map(Pattern::quote)
                .collect(Collectors.joining("(?:.*\n)+?"));
        assertTrue(printed.matches(pieces), () -> shown + "is not all of, or lines of\n" + printed);
        return 1;
    }

    /** The short commands of ROCKSDB.md, with a database and a table in the place of its variables, find no mistake. */
    @Test
    void theShortCommandsOfThePageForRocksDbAreUnderstood() throws IOException {
        Path table = Path.of("../../testdata/rocksdb-filters/tables/ribbon-full-fv5.sst");
        Path database = Files.createDirectory(outputs.resolve("db"));
        Files.copy(table, database.resolve("000007.sst"));
        Matcher commands = Pattern.compile("(?m)(?:^|`)filterblock (.+?)(?:`|$)")
                .matcher(Files.readString(Path.of("../ROCKSDB.md")).replaceAll("(`filterblock [^`\n]*)\n", "$1 "));
        Set<String> verbs = new TreeSet<>();
        while (commands.find()) {
            String words = commands.group(1)
                    .replace("$DB", database.toString())
                    .replace("TABLE", table.toString())
                    .replace("KEY", "nosuchkey")
                    .replace("NEW.sst", outputs + "/new.sst");
            ToolRun run = ToolRun.of((Object[]) words.split(" "));
            String verb = words.substring(0, words.indexOf(' '));
            int expected = verb.equals("query") || verb.equals("explain") ? ABSENT : 0;
            assertEquals(expected, run.status(), () -> words + ": " + run.err());
            verbs.add(verb);
        }
        assertEquals(Set.of("audit", "explain", "inspect", "query", "rebuild", "verify"), verbs);
    }

    @Test
    void theFirstCommandsOfTheReadmeFindAllWell() throws IOException {
        List<String> commands =
                between(Files.readString(README), "package && ", "```").lines().toList();
        List<String> tables = List.of("ribbon-part-fv6.sst", "cpp123-default.ldb");
        for (int i = 0; i < tables.size(); i++) {
            assertTrue(run(commands.get(i)).contains(tables.get(i) + ": ok\n"), commands.get(i));
        }
    }

    /** Runs a command of the documents as if from the directory it lies in. */
    private String run(String command) {
        Matcher tool = TOOL.matcher(command);
        assertTrue(tool.find(), command);
        String[] args = command.substring(tool.end())
                .replace("testdata/", "../../testdata/")
                .replace("with-filters", outputs + "/with-filters")
                .split(" ");
        ToolRun run = ToolRun.of((Object[]) args);
        return (run.out() + run.err()).replace("../../testdata/", "testdata/").replace(outputs + "/", "");
    }
}
