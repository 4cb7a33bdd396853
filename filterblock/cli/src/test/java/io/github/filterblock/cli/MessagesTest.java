// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole lines of what is refused: the verb or the file, and the reason. */
class MessagesTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.write(
                folder.resolve("a.ldb"),
                TestTable.ofWholeKeys().block("apple", "banana").bytes());
        Files.writeString(folder.resolve("text"), "no tab\n");
        Files.writeString(folder.resolve("hex"), "0\t6g\n");
        Files.writeString(folder.resolve("negative"), "-1\t61\n");
        String audit = ToolRun.of("audit", "--json", "--samples=10", folder.resolve("a.ldb"))
                .out();
        Files.writeString(folder.resolve("audit"), audit);
    }

    /** Words and parts of the message with a slash in front are names in the folder. */
    private String inFolder(String text) {
        return text.replaceAll("(^|[ =])/", "$1" + folder + "/");
    }

    private ToolRun run(String words) {
        return ToolRun.of(Stream.of(inFolder(words).split(" ")).toArray());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inspect --html /text /a.ldb | 2 | filterblock inspect: --html: /text: exists and is not a page of this"
                        + " program, so it is not replaced; see 'filterblock inspect --help'",
                "inspect --html /none/page /a.ldb | 2 | filterblock inspect: --html: /none/page: its folder does not"
                        + " exist; see 'filterblock inspect --help'",
                "query /a.ldb | 2 | filterblock query: no keys given: name some, or use --keys-from or --questions; see"
                        + " 'filterblock query --help'",
                "query /a.ldb --keys-from - --questions - | 2 | filterblock query: --keys-from and --questions cannot"
                        + " both read the standard input; see 'filterblock query --help'",
                "query /a.ldb --questions /text | 2 | filterblock query: /text: line 1: not blockOffset<TAB>keyHex:"
                        + " there is no tab; see 'filterblock query --help'",
                "query /a.ldb --questions /hex | 2 | filterblock query: /hex: line 1: not blockOffset<TAB>keyHex:"
                        + " '6g' is not a key in hexadecimal digits; see 'filterblock query --help'",
                "publish --go-zero k --dry-run | 2 | filterblock publish: give PATHs or --keys-from; see 'filterblock"
                        + " publish --help'",
                "publish --go-zero k /a.ldb | 2 | filterblock publish: give one of --to and --out; see 'filterblock"
                        + " publish --help'",
                "publish --go-zero k --dry-run redis://h /a.ldb | 2 | filterblock publish: a URI is given where a PATH"
                        + " is expected; put --to before it; see 'filterblock publish --help'",
                "publish --redisbloom k --expansion 2 --non-scaling --dry-run /a.ldb | 2 | filterblock publish:"
                        + " --expansion and --non-scaling exclude each other; see 'filterblock publish --help'",
                "rebuild --drop --base-lg 11 /a.ldb /new | 2 | filterblock rebuild: --drop excludes --policy,"
                        + " --bits-per-key and --base-lg; see 'filterblock rebuild --help'",
                "verify | 2 | filterblock verify: Missing required parameter: 'PATH'; see 'filterblock verify --help'",
                "verify --limit=-1 /a.ldb | 2 | filterblock verify: --limit must be at least 0, not -1; see"
                        + " 'filterblock verify --help'",
            })
    void wrongUsageIsSaidInOneLine(String words, int status, String message) {
        ToolRun run = run(words);
        assertEquals(inFolder(message) + "\n", run.err().replace("\r", ""));
        assertEquals(status, run.status());
        assertEquals("", run.out());
    }

    @Test
    void anOffsetOfAProbeIsUnsigned() {
        run("query /a.ldb --questions /negative")
                .assertOneLineOfError(2, folder.resolve("negative") + ": line 1: not blockOffset<TAB>keyHex: ");
    }

    @Test
    void aPageSaysHowManyTablesItHas() {
        List<String> one = run("inspect --html /one /a.ldb").lines();
        assertEquals(folder.resolve("one") + ": a page of 1 table", one.get(one.size() - 1));
        List<String> three = run("inspect --html /three /a.ldb /text /none").lines();
        assertEquals(
                folder.resolve("three") + ": a page of 3 tables, 2 of them damaged or unreadable",
                three.get(three.size() - 1));
    }

    @Test
    void aResultCountsOnce() {
        Path audit = folder.resolve("audit");
        run("audit --merge /audit /audit")
                .assertOneLineOfError(3, audit + ": is named twice; its results would count twice");
    }

    @Test
    void aPathThatLeadsNowhereIsNamed() {
        run("publish --go-zero k --dry-run /a.ldb /none")
                .assertOneLineOfError(3, folder.resolve("none") + ": no such file");
    }
}
