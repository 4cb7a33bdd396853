// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.database.Databases;
import io.github.filterblock.testdata.GoldenDatabase;
import io.github.filterblock.testdata.contract.NativeDatabase;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * goleveldb and Chromium, driven by the recipes of the golden databases, open retrofitted databases. Only in the long
 * profile; it needs {@code go} with Debian's {@code golang-github-syndtr-goleveldb-dev}, and {@code chromium} with
 * {@code python3}.
 */
class ForeignProgramTest {
    private static final Path RECIPES = Path.of("../../testdata/recipes/databases");
    private static final Path GO_PATH = Path.of("/usr/share/gocode");

    @TempDir
    Path folder;

    private Path target;

    @BeforeEach
    void onlyInTheLongProfile() {
        assumeTrue(Integer.getInteger("filterblock.scale", 1) > 1, "only in the long profile");
        target = folder.resolve("new");
    }

    /** Names changed so that LevelDB uses the filters; LevelDB writes; and back again for goleveldb. */
    @Test
    void goleveldbReadsWhatWentToLevelDbAndBack() throws Exception {
        requireGo();
        assumeTrue(NativeDatabase.whyNotAvailable().isEmpty(), NativeDatabase::whyNotAvailable);
        GoldenDatabase golden = GoldenDatabase.named("goleveldb");
        Path there = folder.resolve("there");
        DatabaseRetrofit.of(golden.directory(), there)
                .withPlan(FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB))
                .run();
        try (NativeDatabase open = NativeDatabase.open(there, 10)) {
            assertEquals(golden.entries().keySet(), open.scan().keySet());
        }
        RetrofitReport report = DatabaseRetrofit.of(there, target)
                .withPlan(FilterPlan.KEEP.withDialect(FilterDialect.GOLEVELDB))
                .run();
        assertTrue(report.tables().size() > 0);
        assertListed(golden, go("read", target.toString(), listing().toString()));
    }

    @Test
    void goleveldbReadsOtherFiltersOfItsOwn() throws Exception {
        requireGo();
        GoldenDatabase golden = GoldenDatabase.named("goleveldb");
        DatabaseRetrofit.of(golden.directory(), target)
                .withPlan(FilterPlan.KEEP.withBaseLg(13).withBitsPerKey(16))
                .run();
        assertListed(golden, go("read", target.toString(), listing().toString()));
    }

    @Test
    @Tag("DB-7")
    void whatGoleveldbHasOpenIsReadAsItIs() throws Exception {
        requireGo();
        Path database = Databases.copy(GoldenDatabase.named("goleveldb"), folder.resolve("old"));
        Process open = go("hold", database.toString());
        try (BufferedReader lines = open.inputReader()) {
            assertEquals("open", lines.readLine());
            assertFalse(DatabaseRetrofit.of(database, target).run().tables().isEmpty());
        } finally {
            open.getOutputStream().close();
            open.waitFor();
        }
    }

    @Test
    void chromiumReadsItsRecordsBack() throws Exception {
        assumeTrue(isInstalled("chromium") && isInstalled("python3"), "it takes chromium and python3");
        GoldenDatabase golden = GoldenDatabase.named("chromium");
        DatabaseRetrofit.of(golden.directory(), target)
                .withPlan(FilterPlan.KEEP.withBitsPerKey(16))
                .run();
        assertListed(
                golden,
                start(
                        "python3",
                        RECIPES.resolve("make_chromium.py").toString(),
                        "read",
                        target.toString(),
                        listing().toString()));
    }

    private Path listing() {
        return folder.resolve("listing");
    }

    private void assertListed(GoldenDatabase golden, Process process) throws Exception {
        assertEquals(0, process.waitFor());
        List<String> expected = new ArrayList<>();
        golden.entries().forEach((key, hash) -> expected.add(key + " " + hash));
        assertEquals(expected, Files.readAllLines(listing()));
    }

    private static void requireGo() {
        assumeTrue(
                isInstalled("go") && Files.isDirectory(GO_PATH.resolve("src/github.com/syndtr/goleveldb")),
                "it takes go and golang-github-syndtr-goleveldb-dev");
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private static Process go(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("go", "run", RECIPES.resolve("make_goleveldb.go").toString()));
        command.addAll(List.of(arguments));
        return start(command.toArray(String[]::new));
    }

    private static Process start(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("GO111MODULE", "off");
        builder.environment().put("GOPATH", GO_PATH.toString());
        return builder.start();
    }
}
