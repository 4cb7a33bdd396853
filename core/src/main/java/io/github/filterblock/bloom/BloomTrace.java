// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a Bloom filter finds its answer about one key, step by step: for explanations, not for lookups. Immutable.
 */
public final class BloomTrace {
    private final int hash;
    private final int delta;
    private final OptionalInt secondHash;
    private final BloomFilterInfo info;
    private final long modulus;
    private final List<Probe> probes;
    private final Decision decision;

    /** What decides the answer. */
    public enum Decision {
        /** The bits that the key would have set (FB-7). */
        BITS,
        /** The filter is too short to have bits, so it denies every key (FB-8). */
        NO_BITS,
        /** Its k is 0 or reserved, so every key matches (FB-9). */
        NO_PROBES
    }

    /** One bit that was probed. Immutable. */
    public static final class Probe {
        private final long position;
        private final boolean set;

        Probe(long position, boolean set) {
            this.position = position;
            this.set = set;
        }

        /** {@return the bit's number in the filter; it is bit {@code position % 8} of byte {@code position / 8}} */
        public long position() {
            return position;
        }

        /** {@return whether it is 1} */
        public boolean set() {
            return set;
        }

        /** {@return the number of the byte that holds the bit, counted from the filter's start} */
        public long byteIndex() {
            return position >>> 3;
        }

        /** {@return the value of the bit in its byte, a power of two from 1 to 128} */
        public int mask() {
            return 1 << (position & 7);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Probe && position == ((Probe) other).position && set == ((Probe) other).set;
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(position) + Boolean.hashCode(set);
        }
    }

    BloomTrace(
            int hash,
            int delta,
            OptionalInt secondHash,
            BloomFilterInfo info,
            long modulus,
            List<Probe> probes,
            Decision decision) {
        this.hash = hash;
        this.delta = delta;
        this.secondHash = Objects.requireNonNull(secondHash, "secondHash");
        this.info = Objects.requireNonNull(info, "info");
        this.modulus = modulus;
        this.probes = Collections.unmodifiableList(probes);
        this.decision = Objects.requireNonNull(decision, "decision");
    }

    /** {@return the key's hash; read it as unsigned} */
    public int hash() {
        return hash;
    }

    /** {@return the hash rotated right by 17, which is added from probe to probe (FB-3)} */
    public int delta() {
        return delta;
    }

    /** {@return Basho's second hash, which is added once more at each probe; empty in every other dialect} */
    public OptionalInt secondHash() {
        return secondHash;
    }

    /** {@return what the filter's bytes say about it} */
    public BloomFilterInfo info() {
        return info;
    }

    /** {@return the modulus of the positions: the number of bits, or Basho's prime; 0 if no bit is examined} */
    public long modulus() {
        return modulus;
    }

    /**
     * {@return every bit that the key would have set, in the order in which they are probed; empty unless the
     * bits decide}
     */
    public List<Probe> probes() {
        return probes;
    }

    /** {@return what decides: the bits, or why none of them is examined} */
    public Decision decision() {
        return decision;
    }

    /** Asks a filter; the buffer is only read. */
    static BloomTrace of(ProbingMatcher matcher, byte[] key, int keyLength, ByteBuffer filter, int index, int length) {
        BloomFilterInfo info = BloomFilterInfo.of(filter, index, length);
        int hash = matcher.hash().hash(key, 0, keyLength);
        Decision decision =
                info.matchesNothing() ? Decision.NO_BITS : info.hasUsualProbes() ? Decision.BITS : Decision.NO_PROBES;
        boolean bitsDecide = decision == Decision.BITS;
        return new BloomTrace(
                hash,
                BloomBits.delta(hash),
                matcher.secondHash(key, 0, keyLength),
                info,
                bitsDecide ? matcher.modulus(info.bits()) : 0,
                bitsDecide
                        ? probes(matcher.positions(key, 0, keyLength, info.bits(), info.probes()), filter, index)
                        : Collections.emptyList(),
                decision);
    }

    private static List<Probe> probes(long[] positions, ByteBuffer filter, int index) {
        List<Probe> probes = new ArrayList<>(positions.length);
        for (long position : positions) {
            int octet = filter.get(index + (int) (position >>> 3));
            probes.add(new Probe(position, (octet >>> (position & 7) & 1) == 1));
        }
        return probes;
    }

    /**
     * {@return the answer, which is that of the dialect's matcher: {@code false} only if the key is certainly absent}
     */
    public boolean mayMatch() {
        return !info.matchesNothing() && !firstUnset().isPresent();
    }

    /** {@return the bit that decided, the first that is not set; empty if all bits are set, or none is probed} */
    public Optional<Probe> firstUnset() {
        return probes.stream().filter(probe -> !probe.set()).findFirst();
    }
}
