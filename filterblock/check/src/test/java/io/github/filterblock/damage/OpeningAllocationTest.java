// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.Decompression;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.DamagedFile;
import io.github.filterblock.testdata.Mutator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Memory is taken for bytes that are there, not for such as a damaged file claims. */
class OpeningAllocationTest {
    private static final long CONSTANT = 64 << 10;
    private static final int MUTANTS = 3000;
    private static final int MOST_MUTANTS = 20_000;

    /** Whether a block can be inflated is found out by trying, up to three times, with 16 KiB each time. */
    private static final long CONSTANT_OF_A_TRY = 64 << 10;

    /** Each finding that is kept takes one to two KiB while it is put into words. */
    private static final int FINDINGS = 20;

    private static final int SHARE_OF_OPENING = 3;
    private static final int SHARE_OF_EXAMINING = 24;

    private long present;
    private long tries;

    private interface Use {
        void of(TableFile table) throws IOException;
    }

    private static List<byte[]> inputs() {
        List<byte[]> inputs = new ArrayList<>();
        Corpus.configured().damaged().stream().map(DamagedFile::bytes).forEach(inputs::add);
        Corpus.configured().tables().stream()
                .filter(table -> Files.exists(table.path()))
                .map(CorpusTable::bytes)
                .forEach(inputs::add);
        TableMutants mutants = new TableMutants();
        for (int number = 0; number < Scale.times(MUTANTS, MOST_MUTANTS); number++) {
            inputs.add(mutants.mutant(number).bytes());
        }
        return inputs;
    }

    @Test
    @Tag("TF-5")
    void openingAFilterTakesLittleMoreThanThreeTimesTheBytesPresent() throws Exception {
        List<byte[]> inputs = inputs();
        hold(inputs, "opening", TableFile::openFilter, SHARE_OF_OPENING);
        hold(inputs, "examining", table -> TableReport.of(table, FilterHints.NONE, FINDINGS), SHARE_OF_EXAMINING);
    }

    private void hold(List<byte[]> inputs, String what, Use use, int share) throws Exception {
        inputs.forEach(input -> allocated(input, use)); // classes are loaded, code is compiled
        double most = 0;
        long largest = 0;
        for (byte[] input : inputs) {
            long bytes = allocated(input, use);
            long constant = CONSTANT + tries * CONSTANT_OF_A_TRY;
            most = Math.max(most, (double) (bytes - constant) / present);
            largest = Math.max(largest, bytes);
            long present = this.present;
            assertTrue(bytes <= constant + share * present, () -> what + " " + present + " bytes takes " + bytes);
        }
        System.out.printf(
                "R7 %s %,d files: at most %,d bytes, and at most 64 KiB%s and %.2f times the bytes present%n",
                what, inputs.size(), largest, share == SHARE_OF_EXAMINING ? " for each compressed block" : "", most);
    }

    /** Bytes present are those of the file, and those that blocks have once they are decompressed. */
    private long allocated(byte[] input, Use use) {
        Decompression.Way usual = Decompression.usual();
        present = input.length;
        tries = 0;
        try {
            return ThreadUse.allocatedBytesOf(() -> {
                try {
                    use.of(Decompression.of(BytesSource.open(input), (type, stored, offset, length) -> {
                        tries++;
                        byte[] contents = usual.decompress(type, stored, offset, length);
                        present += contents.length;
                        return contents;
                    }));
                } catch (CorruptTableException e) {
                    // as it should be
                }
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Tag("FB-20")
    void openingADamagedBlockTakesAtMostTheBlock() throws Exception {
        FilterMatcher matcher = FilterDialect.LEVELDB.matcher();
        List<GoldenFilter> goldens = GoldenFilter.smallest(Scale.times(24, 40));
        long most = 0;
        for (int number = 0; number < Scale.times(MUTANTS); number++) {
            Mutator mutator = new Mutator(number);
            byte[] block =
                    mutator.mutate(goldens.get(mutator.choose(goldens.size())).block());
            ByteBuf direct = Unpooled.directBuffer(block.length + 1).writeBytes(block);
            long kept = ThreadUse.allocatedBytesOf(
                    () -> FilterBlockReader.retaining(direct, matcher).close());
            long copied = ThreadUse.allocatedBytesOf(() -> FilterBlockReader.copyOfBuf(direct, matcher));
            direct.release();
            if (number > MUTANTS / 2) {
                most = Math.max(most, Math.max(kept, copied - block.length));
            }
        }
        System.out.printf("R7 opening damaged filter blocks takes at most %,d bytes more than a copy%n", most);
        assertTrue(most < CONSTANT, "bytes: " + most);
    }
}
