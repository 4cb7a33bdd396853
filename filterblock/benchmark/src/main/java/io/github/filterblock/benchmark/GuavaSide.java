// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.github.filterblock.redis.GoZeroFilter;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Guava's BloomFilter of the same size: no peer in format, but in purpose. */
final class GuavaSide implements Side {
    /** The rate at which Guava takes 10 bits for each key. */
    private static final double RATE = Math.exp(-10 * Math.log(2) * Math.log(2));

    private static final int MOST_KEYS = 100_000;

    private static final HashFunction MURMUR = Hashing.murmur3_128();

    private final Data data;

    GuavaSide(Data data) {
        this.data = data;
    }

    @Override
    public String name() {
        return "guava";
    }

    /** As go-zero does it: fourteen hashes, each of the key with one byte behind it. */
    @Override
    public Optional<Work> positions(Shape.Positions shape) {
        long bits = GoZeroFilter.forKeys(Shape.Positions.KEYS_OF_FILTER).bits();
        byte[] input = new byte[shape.keyLength() + 1];
        return Optional.of(new PositionsWork(shape, GoZeroFilter.PROBES, (keys, offset, length, positions) -> {
            System.arraycopy(keys, offset, input, 0, length);
            for (int i = 0; i < positions.length; i++) {
                input[length] = (byte) i;
                positions[i] = Long.remainderUnsigned(MURMUR.hashBytes(input).asLong(), bits);
            }
        }));
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

    @Override
    public Optional<Work> create(Shape.Create shape) {
        if (shape.keysPerFilter() > MOST_KEYS) {
            return Optional.empty();
        }
        byte[][] keys = copies(data.keys(shape));
        int n = shape.keysPerFilter();
        return Optional.of(new CreateWork(
                shape, i -> create(keys, i * n, n).mightContain(keys[i * n]) ? 1 : 0, i -> Optional.empty()));
    }

    @Override
    public Optional<Work> askFilters(Shape.AskFilters shape) {
        int n = shape.keysPerFilter();
        List<BloomFilter<byte[]>> filters = data.once(List.of("guava", n), () -> {
            byte[][] keys = copies(data.keys(shape.filters() * n, Keys.Law.FIXED));
            return IntStream.range(0, shape.filters())
                    .mapToObj(i -> create(keys, i * n, n))
                    .toList();
        });
        byte[][] keys = data.questions(shape).copiesOfKeys();
        int[] places = data.questions(shape).map(choice -> choice / n);
        return Optional.of(AskWork.incomparable(
                (from, to) -> ask(filters, keys, places, from, to),
                i -> filters.get(places[i]).mightContain(keys[i]),
                Questions.IN_CACHE));
    }

    private static int ask(List<BloomFilter<byte[]>> filters, byte[][] keys, int[] places, int from, int to) {
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (filters.get(places[i]).mightContain(keys[i])) {
                positives++;
            }
        }
        return positives;
    }
}
