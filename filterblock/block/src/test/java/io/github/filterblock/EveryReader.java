// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** One block behind every door of the reader and in every kind of buffer, with the buffers' loans. */
final class EveryReader implements AutoCloseable {
    private final List<FilterBlockReader> readers = new ArrayList<>();
    private final List<Loan> loans = new ArrayList<>();

    EveryReader(byte[] block, FilterMatcher matcher) {
        readers.add(FilterBlockReader.wrap(block, matcher));
        readers.add(FilterBlockReader.wrap(Bytes.padded(block, 7, 9), 7, block.length, matcher));
        ByteBuffer direct = ByteBuffer.allocateDirect(block.length + 5).put(2, block);
        for (ByteBuffer buffer : List.of(
                ByteBuffer.wrap(Bytes.padded(block, 7, 9), 7, block.length),
                ByteBuffer.wrap(block).asReadOnlyBuffer(),
                direct.slice(2, block.length),
                direct.position(2).limit(2 + block.length))) {
            readers.add(FilterBlockReader.wrap(buffer, matcher));
            readers.add(FilterBlockReader.copyOf(buffer, matcher));
        }
        for (ByteBufKind kind : ByteBufKind.values()) {
            ByteBuf buffer = kind.of(block);
            loans.add(new Loan(buffer));
            readers.add(FilterBlockReader.copyOfBuf(buffer, matcher));
            readers.add(FilterBlockReader.retaining(buffer, matcher));
        }
    }

    List<FilterBlockReader> readers() {
        return readers;
    }

    /** The answer, which must be that of all readers, also to the hashed key, alone and in batches. */
    boolean keyMayMatch(long blockOffset, byte[] key) {
        boolean answer = readers.get(0).keyMayMatch(blockOffset, key);
        FilterBlockBatch all = new FilterBlockBatch(2 * readers.size());
        FilterBlockBatch own = new FilterBlockBatch(2);
        HashedKey hashed = HashedKey.of(Bytes.padded(key, 1, 2), 1, key.length);
        for (FilterBlockReader reader : readers) {
            assertEquals(answer, reader.keyMayMatch(blockOffset, key), reader::toString);
            own.clear();
            for (FilterBlockBatch batch : List.of(own, all)) {
                batch.add(reader, blockOffset, key, 0, key.length);
                batch.add(reader, blockOffset, hashed);
            }
            own.probe();
            assertAnswers(answer, own);
            assertEquals(answer, reader.keyMayMatch(blockOffset, hashed), reader::toString);
        }
        all.probe();
        all.probe(); // nothing is left to ask
        assertAnswers(answer, all);
        return answer;
    }

    private static void assertAnswers(boolean answer, FilterBlockBatch batch) {
        for (int question = 0; question < batch.size(); question++) {
            assertEquals(answer, batch.mayMatch(question));
        }
    }

    /** Closes the readers and takes the buffers back. */
    @Override
    public void close() {
        readers.forEach(FilterBlockReader::close);
        loans.forEach(Loan::assertReturnedUntouched);
        loans.forEach(loan -> loan.buffer().release());
    }
}
