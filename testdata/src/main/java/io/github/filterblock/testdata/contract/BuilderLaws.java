// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.PlacedKey;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.TablePlan;
import io.github.filterblock.testdata.contract.Law.Recordings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What is required of a builder and of a table writer. Each check returns the violation, or the empty text. */
final class BuilderLaws {
    private static final String NOTHING = "";
    /** Length of what follows the user key in an internal key (TF-12). */
    private static final int TAG_LENGTH = 8;

    static final List<Law> LAWS = List.of(
            law(
                    "lastByteIsTheBaseLg",
                    "FB-11, FB-12",
                    "The block ends with log2 of the window's length, 11, not with the length.",
                    Cases::plan,
                    BuilderLaws::lastByte),
            law(
                    "offsetsFollowTheFilters",
                    "FB-11, FB-14",
                    "After the filters come one u32 for each, little-endian, then the u32 where that array starts, "
                            + "then a byte.",
                    Cases::plan,
                    BuilderLaws::layout),
            law(
                    "everyWindowHasAnOffset",
                    "FB-17",
                    "Every window up to the last started block has a filter, if only an empty one.",
                    Cases::plan,
                    BuilderLaws::numberOfFilters),
            law(
                    "windowsWithoutKeysAreEmpty",
                    "FB-13",
                    "A window without keys has an offset and no bytes.",
                    Cases::plan,
                    windows((expected, actual) -> expected.length == 0 && actual.length > 0
                            ? "no key was added, and there is a filter: " + Texts.hex(actual)
                            : NOTHING)),
            law(
                    "keysJoinTheWindowOfTheirBlock",
                    "FB-12, FB-15",
                    "A block at 2047 belongs to window 0, one at 2048 to window 1; keys join the window in which "
                            + "their block begins.",
                    Cases::boundaryPlan,
                    BuilderLaws::wholeBlock),
            law(
                    "pendingKeysAreClosedByFinish",
                    "FB-16",
                    "Keys that are pending when finish is called get a filter like all others.",
                    Cases::openPlan,
                    windows((expected, actual) -> expected.length > 0 && actual.length == 0
                            ? "keys were added, and there is no filter"
                            : NOTHING)),
            law(
                    "probesAreTruncatedAndLast",
                    "FB-4, FB-6",
                    "k is 0.69 (not ln 2) times the bits per key, cut off (not rounded), 1 to 30, in the filter's "
                            + "last byte.",
                    Cases::plan,
                    filters(BuilderLaws::probes)),
            law(
                    "bitArraysHaveTheirLength",
                    "FB-5",
                    "A filter has keys times bits, at least 64, rounded up to bytes, and one byte more.",
                    Cases::plan,
                    filters((expected, actual) -> expected.length == actual.length
                            ? NOTHING
                            : "it has " + actual.length + " bytes instead of " + expected.length)),
            law(
                    "bitsAreThoseOfTheHash",
                    "FB-1, FB-3",
                    "All arithmetic is on unsigned 32-bit numbers: shifts, the rotation by 17 and the remainder; "
                            + "position 0 is a bit too.",
                    Cases::plan,
                    filters(BuilderLaws::bits)),
            law(
                    "tailBytesCountUnsigned",
                    "FB-2",
                    "The last one to three bytes of a key count 0 to 255; ASCII keys do not show it.",
                    Cases::tailPlan,
                    filters(BuilderLaws::bits)),
            law(
                    "everyAddedKeyCounts",
                    "FB-10",
                    "Duplicates and the empty key count like any other key; their number decides the filter's length.",
                    Cases::duplicatePlan,
                    BuilderLaws::wholeBlock),
            law(
                    "everyAddedKeyMatches",
                    "FB-7, TF-13",
                    "A key that was added must never be denied: a false negative loses data.",
                    Recordings.USUAL,
                    Cases::plan,
                    BuilderLaws::everyKeyMatches),
            law(
                    "otherBaseLgsAreWritten",
                    "FB-12",
                    "Windows of any power of two work like those of 2 KiB.",
                    Cases::otherBaseLgPlan,
                    BuilderLaws::wholeBlock),
            law(
                    "otherDialectsAreWritten",
                    "FB-2, TF-14",
                    "A writer must use the hash of the program whose policy name it writes.",
                    Cases::otherDialectPlan,
                    BuilderLaws::wholeBlock),
            law(
                    "blockIsThatOfTheOriginal",
                    "FB-11",
                    "For the same calls every writer must produce the same bytes.",
                    Recordings.ALL,
                    Cases::plan,
                    BuilderLaws::wholeBlock),
            law(
                    "streamedKeysAreNotKept",
                    "FB-15",
                    "A builder must be done with the caller's array when addKey returns; table writers use one array "
                            + "for all keys.",
                    Recordings.ALL,
                    Cases::plan,
                    BuilderLaws::streamed),
            law(
                    "internalKeysLoseTheirTag",
                    "TF-12",
                    "In a database only the user key is hashed, without the eight bytes of sequence number and kind.",
                    Recordings.USUAL,
                    Cases::plan,
                    BuilderLaws::internalKeys),
            law(
                    "metaindexKeyIsFilterAndName",
                    "TF-8",
                    "The metaindex key is \"filter.\" and the policy's name in ASCII, whatever the platform's "
                            + "charset.",
                    Recordings.USUAL,
                    Cases::plan,
                    BuilderLaws::metaindexKey),
            law(
                    "filterBlockIsStoredRaw",
                    "TF-10",
                    "A filter block is never compressed in a table.",
                    Recordings.USUAL,
                    Cases::plan,
                    BuilderLaws::storedRaw),
            law(
                    "trailerIsTypeAndMaskedCrc",
                    "TF-4",
                    "After the contents come the type byte and the masked CRC-32C of both.",
                    Recordings.USUAL,
                    Cases::plan,
                    BuilderLaws::trailer));

    private BuilderLaws() {}

    private static Law law(
            String name,
            String rules,
            String sentence,
            Function<Cases, LawCase.Plan> source,
            Law.Check<LawCase.Plan> check) {
        return law(name, rules, sentence, Recordings.NONE, source, check);
    }

    private static Law law(
            String name,
            String rules,
            String sentence,
            Recordings recordings,
            Function<Cases, LawCase.Plan> source,
            Law.Check<LawCase.Plan> check) {
        return Law.of(name, rules, sentence, LawCase.Plan.class, recordings, source, check);
    }

    /** Compares the filters of a window, which are empty where it has none. */
    @FunctionalInterface
    private interface Comparison {
        String of(byte[] expected, byte[] actual);
    }

    /** Compares the windows that a block with a sound layout must have. */
    private static Law.Check<LawCase.Plan> windows(Comparison comparison) {
        return (subject, given) -> {
            List<byte[]> expected = BlockParts.of(given.expected());
            Optional<List<byte[]>> actual = parts(subject.build(given.plan(), given.policy()));
            if (actual.isEmpty()) {
                return NOTHING; // another law speaks about the layout
            }
            for (int window = 0; window < expected.size(); window++) {
                byte[] found = window < actual.get().size() ? actual.get().get(window) : new byte[0];
                String wrong = comparison.of(expected.get(window), found);
                if (!wrong.isEmpty()) {
                    return "window " + window + ": " + wrong;
                }
            }
            return NOTHING;
        };
    }

    private static String numberOfFilters(FilterBlockSubject subject, LawCase.Plan given) {
        int wanted = BlockParts.of(given.expected()).size();
        int found = parts(subject.build(given.plan(), given.policy()))
                .map(List::size)
                .orElse(wanted);
        return found == wanted ? NOTHING : "the number of filters is " + found + " instead of " + wanted;
    }

    private static Optional<List<byte[]>> parts(byte[] block) {
        try {
            return Optional.of(BlockParts.of(block));
        } catch (BlockParts.Broken broken) {
            return Optional.empty();
        }
    }

    /** Compares the windows where both have a filter. */
    private static Law.Check<LawCase.Plan> filters(Comparison comparison) {
        return windows((expected, actual) ->
                expected.length > 0 && actual.length > 0 ? comparison.of(expected, actual) : NOTHING);
    }

    private static String probes(byte[] expected, byte[] actual) {
        int wanted = Byte.toUnsignedInt(expected[expected.length - 1]);
        int k = Byte.toUnsignedInt(actual[actual.length - 1]);
        return wanted == k ? NOTHING : "its last byte, k, is " + k + " instead of " + wanted;
    }

    private static String bits(byte[] expected, byte[] actual) {
        return expected.length != actual.length || Arrays.equals(expected, actual)
                ? NOTHING
                : "its bits are " + Texts.hex(actual) + " instead of " + Texts.hex(expected);
    }

    private static String wholeBlock(FilterBlockSubject subject, LawCase.Plan given) {
        return difference(given.expected(), subject.build(given.plan(), given.policy()));
    }

    private static String difference(byte[] expected, byte[] actual) {
        return Arrays.equals(expected, actual)
                ? NOTHING
                : "the block differs from byte " + Arrays.mismatch(expected, actual) + ": " + Texts.hex(actual)
                        + " instead of " + Texts.hex(expected);
    }

    private static String lastByte(FilterBlockSubject subject, LawCase.Plan given) {
        byte[] block = subject.build(given.plan(), given.policy());
        int last = block.length == 0 ? -1 : Byte.toUnsignedInt(block[block.length - 1]);
        int baseLg = given.plan().baseLg();
        return last == baseLg ? NOTHING : "the last byte is " + last + " where the base lg is " + baseLg;
    }

    private static String layout(FilterBlockSubject subject, LawCase.Plan given) {
        try {
            BlockParts.of(subject.build(given.plan(), given.policy()));
            return NOTHING;
        } catch (BlockParts.Broken broken) {
            return String.valueOf(broken.getMessage());
        }
    }

    private static String everyKeyMatches(FilterBlockSubject subject, LawCase.Plan given) {
        byte[] block = subject.build(given.plan(), given.policy());
        for (PlacedKey key : given.plan().keys()) {
            if (!subject.keyMayMatch(block, given.policy(), key.blockOffset(), key.key())) {
                return falseNegative(key);
            }
        }
        return NOTHING;
    }

    private static String falseNegative(PlacedKey key) {
        return "a false negative: " + Texts.clip(key.toString()) + " was added, and is denied";
    }

    /** Adds all keys from one array, at changing offsets, which is overwritten after each call. */
    private static String streamed(FilterBlockSubject subject, LawCase.Plan given) {
        FilterBlockSubject.Build build = subject.startBuild(given.plan().baseLg(), given.policy());
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

    private static String internalKeys(FilterBlockSubject subject, LawCase.Plan given) {
        PolicySpec policy = given.policy();
        List<BuilderCall> calls = new ArrayList<>();
        given.plan()
                .replay(
                        offset -> calls.add(new BuilderCall.StartBlock(offset)),
                        key -> calls.add(new BuilderCall.AddKey(tagged(key, calls.size()))));
        byte[] block = subject.buildFromInternalKeys(new BlockPlan(given.plan().baseLg(), calls), policy);
        String wrong = difference(given.expected(), block);
        for (PlacedKey key : wrong.isEmpty() ? given.plan().keys() : List.<PlacedKey>of()) {
            if (!subject.internalKeyMayMatch(block, policy, key.blockOffset(), tagged(key.key(), 1_000_000))) {
                return falseNegative(key);
            }
        }
        return wrong;
    }

    /** Returns the user key with a tag: sequence number times 256 plus kind, which alternates (TF-12). */
    private static byte[] tagged(byte[] userKey, int sequence) {
        return ByteBuffer.allocate(userKey.length + TAG_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(userKey)
                .putLong(0x80L + sequence << 8 | sequence % 2)
                .array();
    }

    private static String metaindexKey(FilterBlockSubject subject, LawCase.Plan given) {
        byte[] wanted = (TablePlan.FILTER_PREFIX + given.policy().name()).getBytes(StandardCharsets.US_ASCII);
        byte[] key = subject.store(given.plan(), given.policy()).metaindexKey();
        return Arrays.equals(wanted, key)
                ? NOTHING
                : "the metaindex key is " + quoted(key) + " instead of " + quoted(wanted)
                        + ": no other program finds it";
    }

    private static String quoted(byte[] name) {
        String text = new String(name, StandardCharsets.ISO_8859_1);
        return "\"" + text.replaceAll("[^ -~]", "?") + "\" (" + Texts.hex(name) + ")";
    }

    private static String storedRaw(FilterBlockSubject subject, LawCase.Plan given) {
        byte[] stored = subject.store(given.plan(), given.policy()).stored();
        int contents = stored.length - TablePlan.TRAILER;
        if (contents < 0) {
            return withoutTrailer(stored);
        }
        if (stored[contents] != 0) {
            return "the type byte is " + stored[contents] + ": the block is compressed, to " + contents + " of "
                    + given.expected().length + " bytes; every original stores it raw";
        }
        return Arrays.equals(given.expected(), Arrays.copyOf(stored, contents))
                ? NOTHING
                : "the stored contents are not the block";
    }

    private static String withoutTrailer(byte[] stored) {
        return "the stored form has " + stored.length + " bytes, fewer than its trailer";
    }

    private static String trailer(FilterBlockSubject subject, LawCase.Plan given) {
        byte[] stored = subject.store(given.plan(), given.policy()).stored();
        if (stored.length < TablePlan.TRAILER) {
            return withoutTrailer(stored);
        }
        int crc = TablePlan.maskedCrc(stored, 0, stored.length - 4);
        byte[] wanted = {(byte) crc, (byte) (crc >>> 8), (byte) (crc >>> 16), (byte) (crc >>> 24)};
        byte[] found = Arrays.copyOfRange(stored, stored.length - 4, stored.length);
        return Arrays.equals(wanted, found)
                ? NOTHING
                : "the last four bytes are " + Texts.hex(found) + "; the masked CRC-32C of contents and type is "
                        + Texts.hex(wanted);
    }
}
