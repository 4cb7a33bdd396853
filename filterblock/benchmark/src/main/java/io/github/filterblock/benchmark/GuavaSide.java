// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.github.filterblock.benchmark.Shape.Ask;
import io.github.filterblock.benchmark.Shape.Create;
import io.github.filterblock.benchmark.Shape.Law;
import io.github.filterblock.benchmark.Shape.Positions;
import io.github.filterblock.benchmark.Shape.Target;
import io.github.filterblock.redis.GoZeroFilter;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Guava's BloomFilter of the same size: no peer in format, but in purpose. */
final class GuavaSide implements Side {
    /** The rate at which Guava takes 10 bits for each key. */
    private static final double RATE = Math.exp(-10 * Math.log(2) * Math.log(2));

    private static final int MAX_KEYS = 100_000;
    private static final HashFunction MURMUR = Hashing.murmur3_128();

    private final Data data;

    GuavaSide(Data data) {
        this.data = data;
    }

    @Override
    public String name() {
        return "guava";
    }

    @Override
    public Optional<Work> prepare(Shape shape) {
        if (shape instanceof Create create && create.keysPerFilter() <= MAX_KEYS) {
            byte[][] keys = copies(data.keys(create));
            int n = create.keysPerFilter();
            return Optional.of(JavaWork.creating(create, false, i ->
                    new byte[] {(byte) (create(keys, i * n, n).mightContain(keys[i * n]) ? 1 : 0)}));
        } else if (shape instanceof Ask ask && isOfFewKeys(ask)) {
            return Optional.of(ask(ask));
        }
        return shape instanceof Positions positions ? Optional.of(positions(positions)) : Optional.empty();
    }

    /** Single filters, and in place of RocksDB's those of the same keys. */
    private static boolean isOfFewKeys(Ask ask) {
        return ask.target() == Target.FILTERS || ask.target().isFull() && ask.keysPerTable() <= MAX_KEYS;
    }

    private byte[][] copies(Keys keys) {
        return data.once(
                List.of("copies", keys),
                () -> IntStream.range(0, keys.count()).mapToObj(keys::copyOf).toArray(byte[][]::new));
    }

    private static BloomFilter<byte[]> create(byte[][] keys, int first, int count) {
        BloomFilter<byte[]> filter = BloomFilter.create(Funnels.byteArrayFunnel(), count, RATE);
        for (int i = first; i < first + count; i++) {
            filter.put(keys[i]);
        }
        return filter;
    }

    private Work ask(Ask ask) {
        int n = ask.keysPerTable();
        List<BloomFilter<byte[]>> filters = data.once(List.of("guava", n), () -> {
            byte[][] keys = copies(data.keys(ask.tables() * n, Law.FIXED));
            return IntStream.range(0, ask.tables())
                    .mapToObj(i -> create(keys, i * n, n))
                    .toList();
        });
        byte[][] keys = data.questions(ask).copiesOfKeys();
        int[] numbers = data.questions(ask).tables();
        return JavaWork.asking(ask.questions(), new byte[0][], (from, answers) -> {
            for (int i = from; i < from + answers.length; i++) {
                answers[i - from] = filters.get(numbers[i]).mightContain(keys[i]);
            }
        });
    }

    /** As go-zero does it: fourteen hashes, each of the key with one byte behind it. */
    private static Work positions(Positions shape) {
        long bits = GoZeroFilter.forKeys(Positions.KEYS_OF_FILTER).bits();
        byte[] input = new byte[shape.keyLength() + 1];
        return JavaWork.positioning(shape.keyLength(), GoZeroFilter.PROBES, (keys, offset, length, positions) -> {
            System.arraycopy(keys, offset, input, 0, length);
            for (int i = 0; i < positions.length; i++) {
                input[length] = (byte) i;
                positions[i] = Long.remainderUnsigned(MURMUR.hashBytes(input).asLong(), bits);
            }
        });
    }
}
