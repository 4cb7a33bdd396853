// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.InternalKey;
import io.github.filterblock.testdata.PlacedKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** What laws require of a builder: each method returns the violation, or nothing. */
final class PlanLaws {
    private static final String NOTHING = "";

    private PlanLaws() {}

    static String wholeBlock(FilterBlockSubject subject, PlanCase given) {
        return difference(given.expected(), subject.build(given.plan(), given.policy()));
    }

    static String lastByte(FilterBlockSubject subject, PlanCase given) {
        byte[] block = subject.build(given.plan(), given.policy());
        int last = block.length == 0 ? -1 : Byte.toUnsignedInt(block[block.length - 1]);
        return last == given.plan().baseLg()
                ? NOTHING
                : "the last byte is " + last + " where the base lg is "
                        + given.plan().baseLg();
    }

    static String layout(FilterBlockSubject subject, PlanCase given) {
        try {
            BlockParts.of(subject.build(given.plan(), given.policy()));
            return NOTHING;
        } catch (IllegalArgumentException broken) {
            return String.valueOf(broken.getMessage());
        }
    }

    static String numberOfFilters(FilterBlockSubject subject, PlanCase given) {
        return compare(subject, given, (expected, actual) -> NOTHING);
    }

    static String emptyWindows(FilterBlockSubject subject, PlanCase given) {
        return compareWindows(
                subject,
                given,
                (expected, actual) -> window -> !expected.hasFilter(window) && actual.hasFilter(window)
                        ? "no key was added, and there is a filter: "
                                + Texts.hex(actual.filters().get(window))
                        : NOTHING);
    }

    static String windowsWithKeys(FilterBlockSubject subject, PlanCase given) {
        return compareWindows(
                subject,
                given,
                (expected, actual) -> window -> expected.hasFilter(window) && !actual.hasFilter(window)
                        ? "keys were added, and there is no filter"
                        : NOTHING);
    }

    static String probes(FilterBlockSubject subject, PlanCase given) {
        return compareFilters(
                subject,
                given,
                (expected, actual) -> window -> expected.probes(window) == actual.probes(window)
                        ? NOTHING
                        : "its last byte, k, is " + actual.probes(window) + " instead of " + expected.probes(window));
    }

    static String lengths(FilterBlockSubject subject, PlanCase given) {
        return compareFilters(subject, given, (expected, actual) -> window -> {
            int wanted = expected.filters().get(window).length;
            int length = actual.filters().get(window).length;
            return wanted == length ? NOTHING : "it has " + length + " bytes instead of " + wanted;
        });
    }

    static String bits(FilterBlockSubject subject, PlanCase given) {
        return compareFilters(subject, given, (expected, actual) -> window -> {
            byte[] wanted = expected.filters().get(window);
            byte[] filter = actual.filters().get(window);
            return wanted.length != filter.length || Arrays.equals(wanted, filter)
                    ? NOTHING
                    : "its bits are " + Texts.hex(filter) + " instead of " + Texts.hex(wanted);
        });
    }

    static String everyKeyMatches(FilterBlockSubject subject, PlanCase given) {
        byte[] block = subject.build(given.plan(), given.policy());
        for (PlacedKey key : given.plan().keys()) {
            if (!subject.keyMayMatch(block, given.policy(), key.blockOffset(), key.key())) {
                return "a false negative: " + Texts.clip(key.toString()) + " was added, and is denied";
            }
        }
        return NOTHING;
    }

    static String streamed(FilterBlockSubject subject, PlanCase given) {
        StreamingSubject.Build build =
                ((StreamingSubject) subject).startBuild(given.plan().baseLg(), given.policy());
        byte[] buffer = new byte[64];
        int offset = 1;
        for (BuilderCall call : given.plan().calls()) {
            if (call instanceof BuilderCall.StartBlock start) {
                build.startBlock(start.offset());
            } else if (call instanceof BuilderCall.AddKey add) {
                byte[] key = add.key();
                buffer = buffer.length < key.length + 8 ? new byte[key.length + 8] : buffer;
                offset = (offset + 1) % 8;
                System.arraycopy(key, 0, buffer, offset, key.length);
                build.addKey(buffer, offset, key.length);
                Arrays.fill(buffer, (byte) 0xa5);
            }
        }
        return difference(given.expected(), build.finish());
    }

    static String internalKeys(FilterBlockSubject subject, PlanCase given) {
        InternalKeySubject internal = (InternalKeySubject) subject;
        List<BuilderCall> calls = new ArrayList<>();
        given.plan()
                .replay(
                        offset -> calls.add(new BuilderCall.StartBlock(offset)),
                        key -> calls.add(new BuilderCall.AddKey(tagged(key, calls.size()))));
        byte[] block = internal.buildFromInternalKeys(new BlockPlan(given.plan().baseLg(), calls), given.policy());
        String wrong = difference(given.expected(), block);
        if (!wrong.isEmpty()) {
            return wrong;
        }
        for (PlacedKey key : given.plan().keys()) {
            if (!internal.internalKeyMayMatch(block, given.policy(), key.blockOffset(), tagged(key.key(), 9))) {
                return "a false negative for the internal key of " + Texts.clip(key.toString());
            }
        }
        return NOTHING;
    }

    private static byte[] tagged(byte[] userKey, int sequence) {
        return new InternalKey(userKey, 0x80L + sequence, sequence % 2).encoded();
    }

    /** A comparison of two blocks. */
    @FunctionalInterface
    private interface Comparison<T> {
        T of(BlockParts expected, BlockParts actual);
    }

    /** Compares blocks of a sound layout and an equal number of filters. */
    private static String compare(FilterBlockSubject subject, PlanCase given, Comparison<String> comparison) {
        BlockParts expected = BlockParts.of(given.expected());
        Optional<BlockParts> actual = parts(subject.build(given.plan(), given.policy()));
        if (actual.isEmpty()) {
            return NOTHING; // another law speaks about the layout
        }
        return expected.windows() == actual.get().windows()
                ? comparison.of(expected, actual.get())
                : "the block has " + actual.get().windows() + " filters instead of " + expected.windows();
    }

    private static Optional<BlockParts> parts(byte[] block) {
        try {
            return Optional.of(BlockParts.of(block));
        } catch (IllegalArgumentException broken) {
            return Optional.empty();
        }
    }

    private static String compareWindows(
            FilterBlockSubject subject, PlanCase given, Comparison<IntFunction<String>> comparison) {
        return compare(subject, given, (expected, actual) -> {
            IntFunction<String> ofWindow = comparison.of(expected, actual);
            for (int window = 0; window < expected.windows(); window++) {
                String wrong = ofWindow.apply(window);
                if (!wrong.isEmpty()) {
                    return "window " + window + ": " + wrong;
                }
            }
            return NOTHING;
        });
    }

    /** Compares the windows where both have a filter. */
    private static String compareFilters(
            FilterBlockSubject subject, PlanCase given, Comparison<IntFunction<String>> comparison) {
        return compareWindows(subject, given, (expected, actual) -> {
            IntFunction<String> ofFilter = comparison.of(expected, actual);
            return window -> expected.hasFilter(window) && actual.hasFilter(window) ? ofFilter.apply(window) : NOTHING;
        });
    }

    /** Returns the first difference between two blocks, in the words of the format. */
    private static String difference(byte[] expected, byte[] actual) {
        if (Arrays.equals(expected, actual)) {
            return NOTHING;
        }
        return "the block differs from byte " + Arrays.mismatch(expected, actual) + ": " + Texts.hex(actual)
                + " instead of " + Texts.hex(expected);
    }
}
