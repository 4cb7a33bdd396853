// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.durable.OpenFiles;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.GoldenDatabase;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The output for people, recorded: a change of the text must be looked at.
 *
 * <p>{@code -Dfilterblock.record=true} writes the files again.
 */
class TranscriptTest {
    private static final Path RECORDS = Path.of("src/test/resources/io/github/filterblock/cli");
    private static final String CORPUS = Corpus.bundled().directory().toString();
    private static final String ROCKSDB =
            RocksDbFilterCorpus.bundled().directory().toString();
    private static final String DATABASES =
            GoldenDatabase.named("plyvel").directory().getParent().toString();

    @TempDir
    private Path outputs;

    @ParameterizedTest
    @CsvSource({
        "inspect-leveldb, inspect tables/cpp123-default.ldb",
        "inspect-goleveldb, inspect tables/goleveldb-default.ldb",
        "inspect-signed, inspect tables/old117-signed-high.ldb",
        "inspect-ambiguous, inspect tables/old117-signed-ascii.ldb",
        "inspect-rocksdb, inspect tables/rocksdb518-fv0-blockbased.sst tables/rocksdb783-fv0-full.sst",
        "inspect-full, inspect --filters RF/tables/ribbon-part-fv6.sst RF/tables/pebble-full.sst "
                + "RF/tables/ts-full-fv5.sst",
        "inspect-no-filter, inspect tables/cpp123-nofilter.ldb tables/iq80-nofilter.sst",
        "inspect-unknown-policy, inspect tables/cpp123-renamed-policy.ldb",
        "inspect-empty, inspect tables/tb123-empty.ldb",
        "inspect-filters, inspect --filters tables/cpp123-bigvalues.ldb",
        "inspect-damaged, inspect --filters damaged/n-offset-into-array.ldb damaged/n-flip-filter-bit.ldb",
        "inspect-json, inspect --json --filters tables/cpp123-bigvalues.ldb tables/old117-signed-ascii.ldb "
                + "tables/cpp123-nofilter.ldb damaged/n-flip-filter-bit.ldb damaged/n-baselg-63.ldb",
        "inspect-full-json, inspect --json --filters RF/tables/ribbon-part-fv6.sst",
        "inspect-not-a-table, inspect damaged/n-trunc-47.ldb damaged/n-magic-bit.ldb tables/missing.ldb",
        "verify-sound, verify tables/cpp123-default.ldb tables/cpp123-nofilter.ldb tables/cpp123-fnvset-policy.ldb",
        "verify-false-negatives, verify damaged/s-flip-filter-bit-crcfixed.ldb",
        "verify-damaged, verify damaged/n-flip-data.ldb damaged/n-handle-offset-past-end.ldb "
                + "damaged/n-meta-unsorted.ldb",
        "verify-json, verify --json tables/cpp123-default.ldb tables/cpp123-fnvset-policy.ldb "
                + "damaged/s-flip-filter-bit-crcfixed.ldb damaged/n-meta-unsorted.ldb damaged/n-trunc-47.ldb",
        "verify-not-a-table, verify damaged/n-48-zero-bytes.ldb damaged/n-foot-endless-varint.ldb",
        "verify-full, verify RF/damaged/cleared-part-fv5.sst RF/damaged/filter-five-bytes.sst "
                + "RF/damaged/footer-version8.sst RF/damaged/marker-unknown.sst RF/damaged/filter-bit.sst",
        "audit-full, audit RF/tables/prefix-part-fv7.sst RF/damaged/cleared-part-fv5.sst",
        "audit-leveldb, audit tables/cpp123-default.ldb",
        "audit-plans, audit --plans --seed 7 --samples 5000 tables/goleveldb-baselg8.ldb",
        "audit-all-blocks, audit tables/chromium-indexeddb.ldb",
        "audit-others, audit tables/cpp123-nofilter.ldb tables/cpp123-renamed-policy.ldb tables/tb123-empty.ldb",
        "audit-damaged, audit damaged/n-flip-data.ldb damaged/n-flip-filter-bit.ldb damaged/n-trunc-47.ldb",
        "query-keys, query tables/tb123-onekey.ldb key00000000 key00000001 zebra",
        "query-all-blocks, query tables/cpp123-reverse-comparator.ldb nothing",
        "query-full, query RF/tables/reverse-part-fv6.sst nothing k00000000",
        "query-json, query --json tables/tb123-onekey.ldb key00000000 key00000001 zebra",
        "query-no-filter, query tables/cpp123-nofilter.ldb anything",
        "query-forced, query --hex --key-domain whole-key tables/old117-signed-high.ldb 00",
        "query-damaged, query damaged/n-k-30.ldb nothing",
        "explain-present, explain tables/cpp123-default.ldb key00000017",
        "explain-absent, explain tables/cpp123-default.ldb key00000017x",
        "explain-above, explain tables/goleveldb-default.ldb zebra",
        "explain-all-blocks, explain tables/cpp123-reverse-comparator.ldb nothing",
        "explain-block, explain --block 4096 --hex tables/old117-signed-ascii.ldb 00ff",
        "explain-behind, explain --block 9999999 tables/cpp123-default.ldb key00000017",
        "explain-damaged, explain damaged/n-k-30.ldb nothing",
        "explain-unknown-policy, explain tables/cpp123-renamed-policy.ldb key00000017",
        "explain-no-filter, explain tables/cpp123-nofilter.ldb nothing",
        "explain-flipped, explain --block 0 damaged/n-flip-filter-bit.ldb nothing",
        "explain-ambiguous, explain tables/old117-signed-ascii.ldb key00000017x",
        "explain-forced, explain --dialect goleveldb tables/old117-signed-ascii.ldb key00000017x",
        "explain-full, explain RF/tables/ribbon-part-fv6.sst nothing",
        "explain-prefix, explain RF/tables/prefix-only-part-fv7.sst nothing",
        "explain-full-json, explain --json RF/tables/legacy-part-fv4.sst nothing",
        "explain-json, explain --json tables/tb123-onekey.ldb key00000001",
        "explain-help, explain --help",
        "audit-help, audit --help",
        "completion-help, completion --help",
        "inspect-help, inspect --help",
        "help, --help",
        "rebuild-same, rebuild tables/tb123-onekey.ldb OUT/same.ldb",
        "rebuild-other, rebuild --policy goleveldb --bits-per-key 16 --base-lg 13 tables/cpp123-default.ldb OUT/go.ldb",
        "rebuild-drop, rebuild --drop tables/chromium-indexeddb.ldb OUT/none.ldb",
        "rebuild-added, rebuild tables/iq80-nofilter.sst OUT/with.sst",
        "rebuild-json, rebuild --json --bits-per-key 14 tables/cpp123-default.ldb OUT/14.ldb",
        "rebuild-drop-json, rebuild --json --drop tables/cpp123-default.ldb OUT/none.ldb",
        "rebuild-signed-json, rebuild --json --policy leveldb-1.17-signed --bits-per-key=7 --base-lg=12 "
                + "tables/cpp123-default.ldb OUT/signed.ldb",
        "rebuild-domain-json, rebuild --json --key-domain=user-key --bits-per-key=10 tables/tb123-onekey.ldb OUT/u.ldb",
        "rebuild-unreadable-json, rebuild --json tables/missing.ldb OUT/none.ldb",
        "rebuild-exists, rebuild tables/tb123-onekey.ldb tables/tb123-onekey.ldb",
        "rebuild-unknown-policy, rebuild tables/cpp123-renamed-policy.ldb OUT/renamed.ldb",
        "rebuild-full, rebuild RF/tables/default-fv7.sst OUT/full.sst",
        "rebuild-damaged, rebuild damaged/n-flip-data.ldb OUT/lost.ldb",
        "rebuild-healed, rebuild --bits-per-key 10 damaged/n-k-1.ldb OUT/healed.ldb",
        "rebuild-least, rebuild --bits-per-key 0 --base-lg 0 tables/tb123-onekey.ldb OUT/least.ldb",
        "rebuild-most, rebuild --bits-per-key 1000 --base-lg 63 tables/tb123-onekey.ldb OUT/most.ldb",
        "publish-go-zero, publish --go-zero users --dry-run DB/plyvel",
        "publish-redisbloom, publish --redisbloom users --dry-run DB/plyvel",
        "publish-chosen, publish --redisbloom users --error 0.01 --capacity 5 --expansion 4 --dry-run DB/plyvel",
        "publish-bits, publish --go-zero k --bits 4294967296 --dry-run tables/tb123-onekey.ldb",
        "retrofit-added, retrofit DB/plyvel OUT/new",
        "retrofit-kept, retrofit DB/goleveldb OUT/new",
        "retrofit-replaced, retrofit --policy leveldb --bits-per-key 14 DB/goleveldb OUT/new",
        "retrofit-json, retrofit --json --base-lg 12 DB/iq80 OUT/new",
        "retrofit-not-a-database, retrofit tables/ OUT/new",
        "retrofit-exists, retrofit DB/plyvel DB/plyvel"
    })
    void theOutputIsTheRecordedOne(String name, String command) throws IOException {
        Object[] words = Arrays.stream(command.split(" "))
                .map(word -> word.startsWith("OUT/")
                        ? word.replace("OUT", outputs.toString())
                        : word.startsWith("DB/")
                                ? word.replace("DB", DATABASES)
                                : word.startsWith("RF/")
                                        ? word.replace("RF", ROCKSDB)
                                        : word.contains("/") ? CORPUS + "/" + word : word)
                .toArray();
        ToolRun run = ToolRun.of(words);
        String transcript = "$ filterblock " + command + "\n" + stable(run.out()) + errors(run.err()) + "exit status "
                + run.status() + "\n";
        if (Boolean.getBoolean("filterblock.record")) {
            Files.createDirectories(RECORDS);
            Files.writeString(RECORDS.resolve(name + ".txt"), transcript);
        }
        assertEquals(recorded(name), transcript);
        for (String directory : List.of(outputs.toString(), CORPUS, ROCKSDB, DATABASES)) {
            assertEquals(List.of(), OpenFiles.in(Path.of(directory)));
        }
    }

    private String stable(String text) {
        return text.replace(CORPUS + "/", "")
                .replace(DATABASES, "DB")
                .replace(ROCKSDB, "RF")
                .replace(outputs.toString(), "OUT")
                .replace(System.lineSeparator(), "\n");
    }

    private String errors(String err) {
        return err.isEmpty() ? "" : "standard error:\n" + stable(err);
    }

    private static String recorded(String name) throws IOException {
        if (Boolean.getBoolean("filterblock.record")) {
            return Files.readString(RECORDS.resolve(name + ".txt"));
        }
        try (InputStream in = TranscriptTest.class.getResourceAsStream(name + ".txt")) {
            return new String(
                    Objects.requireNonNull(in, "not recorded yet: " + name).readAllBytes(), UTF_8);
        }
    }
}
