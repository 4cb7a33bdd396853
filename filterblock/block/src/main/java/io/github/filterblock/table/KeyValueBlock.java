// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.coding.Varint;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A data, index or metaindex block: keys and values in order, each key without the bytes that it shares with the one
 * before (TF-7).
 *
 * <pre>
 *   | entry | entry ... | restart 0 | restart 1 ... | number of restarts |
 *                         4 bytes each                4 bytes
 *   entry: | shared length | unshared length | value length | unshared key bytes | value |
 *            varint32        varint32          varint32
 * </pre>
 *
 * At a restart an entry shares nothing. Reading from front to back needs no restarts, so a block without restarts, as
 * iq80's writer makes it, is accepted. RocksDB may add a hash index, and may keep keys and values apart (RF-12).
 *
 * <p>Immutable and safe for use by any number of threads; a {@link Cursor} is not.
 */
public final class KeyValueBlock {
    private static final byte[] NO_BYTES = {};

    /** The longest key that is read: twice the limit of RocksDB; LevelDB has none. */
    static final int MAX_KEY_LENGTH = 16 << 20;

    /** Beyond this length the array of a key does not double any more. */
    private static final int MAX_GROWTH = 1 << 20;

    /** Bits of the restart count that speak of the form of the block ({@code data_block_footer.cc}). */
    private static final long HASH_INDEX = 1L << 31;

    private static final long UNIFORM_KEYS = 1L << 29;
    private static final long KEYS_APART = 1L << 28;

    /*
     * Entries of three bytes can each share all of a key as long as half the block, so without a limit the time to read
     * every key grows with the square of the block's length. The limit is a multiple of the block. The bytes of a key
     * all follow the restart before it, so with restarts at every 256th entry or more often the keys stay below the
     * limit. An entry with a key of its own has at least four bytes, so keys of up to 1 KiB stay below it with any
     * restarts. Reading a mebibyte of keys takes about one to two milliseconds.
     */
    private static final int MAX_SHARING = 256;

    /**
     * The least limit of a compressed block, however far it shrank: 256 times the 4 MiB of the largest block
     * that LevelDB can be set to write. Keys that are consecutive numbers shrink two thousandfold.
     */
    private static final long FREE_IF_PACKED = 1 << 30;

    /** The limit of a compressed block as a multiple of the stored bytes, for the larger blocks of other writers. */
    private static final int MAX_PACKED_SHARING = 8 * MAX_SHARING;

    private final String file;
    private final long blockOffset;
    private final byte[] contents;
    private final int length;
    private final int restartCount;
    private final int restartsAt;
    private final int entriesLimit;
    private final boolean apart;
    private final long maxKeyBytes;
    private final @Nullable HashIndex hashIndex;

    private KeyValueBlock(
            String file,
            long blockOffset,
            byte[] contents,
            int length,
            int restartCount,
            int restartsAt,
            int entriesLimit,
            long maxKeyBytes,
            @Nullable HashIndex hashIndex) {
        this.file = file;
        this.blockOffset = blockOffset;
        this.contents = contents;
        this.length = length;
        this.restartCount = restartCount;
        this.restartsAt = restartsAt;
        this.entriesLimit = entriesLimit < 0 ? restartsAt : entriesLimit;
        this.apart = entriesLimit >= 0;
        this.maxKeyBytes = maxKeyBytes;
        this.hashIndex = hashIndex;
    }

    /**
     * Looks at the restart array of a block's contents.
     *
     * @param contents the decompressed contents; kept, so they must no longer change
     * @param file the file's name, for messages
     * @param blockOffset offset in the file at which the block is stored, for messages
     * @return the block
     * @throws CorruptTableException if the contents are too short for the restarts that they claim
     */
    public static KeyValueBlock wrap(byte[] contents, String file, long blockOffset) throws CorruptTableException {
        return of(contents, contents.length, file, blockOffset);
    }

    /** The same for contents that are only the front of an array. */
    static KeyValueBlock of(byte[] contents, int length, String file, long blockOffset) throws CorruptTableException {
        return of(contents, length, mostKeyBytes(length), file, blockOffset);
    }

    /** The same for contents that were compressed to {@code storedLength} bytes. */
    static KeyValueBlock unpacked(byte[] contents, int storedLength, String file, long blockOffset)
            throws CorruptTableException {
        long maxKeyBytes = mostKeyBytes(contents.length, storedLength);
        return of(contents, contents.length, maxKeyBytes, file, blockOffset);
    }

    /** The most bytes of written-out keys (TF-7) of a block that is stored raw or whose stored length is unknown. */
    static long mostKeyBytes(int length) {
        return (long) MAX_SHARING * length;
    }

    /** The same for a block that was compressed. */
    static long mostKeyBytes(int length, int storedLength) {
        return Math.min(mostKeyBytes(length), FREE_IF_PACKED + (long) MAX_PACKED_SHARING * storedLength);
    }

    /** The same with another limit of the bytes of written-out keys. */
    static KeyValueBlock of(byte[] contents, int length, long maxKeyBytes, String file, long blockOffset)
            throws CorruptTableException {
        if (length < Integer.BYTES) {
            throw corrupt(file, blockOffset, "a block of " + length + " bytes has no room for its number of restarts");
        }
        int restartsLimit = length - Integer.BYTES;
        long claimed = Integer.toUnsignedLong(LittleEndian.intAt(contents, restartsLimit));
        long restartCount = claimed;
        long valuesAt = -1;
        if ((claimed & KEYS_APART) != 0 && restartsLimit >= Integer.BYTES) {
            restartsLimit -= Integer.BYTES;
            valuesAt = Integer.toUnsignedLong(LittleEndian.intAt(contents, restartsLimit));
        }
        HashIndex hashIndex = (claimed & HASH_INDEX) != 0 ? HashIndex.endingAt(contents, restartsLimit) : null;
        if (hashIndex != null) {
            restartsLimit = hashIndex.bucketsAt();
            restartCount &= ~HASH_INDEX;
        }
        restartCount &= ~(UNIFORM_KEYS | KEYS_APART);
        if (restartCount > restartsLimit / Integer.BYTES) {
            throw corrupt(file, blockOffset, "a block of " + length + " bytes claims " + claimed + " restarts");
        }
        int restartsAt = restartsLimit - (int) restartCount * Integer.BYTES;
        if (valuesAt > restartsAt) {
            throw corrupt(file, blockOffset, "the values of a block start at byte " + valuesAt + ", past its end");
        }
        return new KeyValueBlock(
                file,
                blockOffset,
                contents,
                length,
                (int) restartCount,
                restartsAt,
                (int) valuesAt,
                maxKeyBytes,
                hashIndex);
    }

    private static CorruptTableException corrupt(String file, long blockOffset, String detail) {
        return new CorruptTableException(file, blockOffset, Reason.BAD_ENTRIES, detail);
    }

    /** {@return the number of restarts, 0 or more} */
    public int restartCount() {
        return restartCount;
    }

    /**
     * The index in the contents at which an entry that shares nothing with the one before should start.
     *
     * @param restart 0 to {@link #restartCount()} - 1
     * @return any unsigned 32-bit number
     * @throws IndexOutOfBoundsException if there is no such restart
     */
    public long restart(int restart) {
        Objects.checkIndex(restart, restartCount);
        return Integer.toUnsignedLong(LittleEndian.intAt(contents, restartsAt + restart * Integer.BYTES));
    }

    /** {@return the number of bytes of the block's contents, 4 or more} */
    public int length() {
        return length;
    }

    /** Holds the bytes of the block, from 0 on; not to be changed. */
    byte[] contents() {
        return contents;
    }

    /** The index in the contents after the last entry. */
    int entriesLimit() {
        return entriesLimit;
    }

    /**
     * A new cursor before the first entry. It throws an exception if the keys, written out, take more than 256 times
     * the block or, if the block was compressed, more than 1 GiB plus 2048 times its stored bytes: otherwise a small
     * block of entries that share a long key could take as long to read as many gigabytes. Blocks that have a restart
     * at least at every 256th entry, or different keys of up to 1 KiB, are never refused unless they were compressed
     * and hold more than 4 MiB.
     *
     * @return the cursor; for one thread
     */
    public Cursor cursor() {
        return new Cursor(true);
    }

    /**
     * {@return a new cursor before the first entry, as {@link #cursor()}, which checks all that the other does but does
     * not put keys together: only their lengths, values and places may be asked for; for one thread}
     */
    public Cursor cursorWithoutKeys() {
        return new Cursor(false);
    }

    /** The array if it has room for a key of this length, and a copy that has otherwise. */
    static byte[] grown(byte[] key, int length) {
        return length <= key.length
                ? key
                : Arrays.copyOf(key, Math.max(length, key.length + Math.min(key.length, MAX_GROWTH)));
    }

    /** Walks over the entries from front to back. Not thread-safe. */
    public final class Cursor {
        private final boolean keepsKeys;
        private byte[] key = NO_BYTES;
        private int keyLength;
        private int entry;
        private int next;
        private int position;
        private int nextRestart;
        private int shared;
        private int unsharedAt;
        private int value;
        private int valueLimit;
        private long keyBytesLeft = maxKeyBytes;

        private Cursor(boolean keepsKeys) {
            this.keepsKeys = keepsKeys;
        }

        /**
         * Goes to the next entry.
         *
         * @return {@code false} if there is none
         * @throws CorruptTableException if the entry's lengths do not fit the block
         */
        public boolean next() throws CorruptTableException {
            entry = next;
            if (entry == entriesLimit) {
                return false;
            }
            position = entry;
            shared = takeLength();
            int unshared = takeLength();
            int valueLength = takeLength();
            if (apart) {
                findValue();
            }
            int at = position;
            int keyOnly = apart ? 0 : valueLength;
            if (shared > keyLength || unshared > entriesLimit - at || keyOnly > entriesLimit - at - unshared) {
                throw corrupt("shares " + shared + " bytes with a key of " + keyLength + " and has " + unshared + " + "
                        + keyOnly + " more, with " + (entriesLimit - at) + " left in the block");
            }
            takeKey(at, unshared);
            unsharedAt = at;
            next = at + unshared + keyOnly;
            value = apart ? value : at + unshared;
            if (apart && valueLength > restartsAt - value) {
                throw corrupt("has a value of " + valueLength + " bytes, with " + (restartsAt - value) + " left");
            }
            valueLimit = value + valueLength;
            return true;
        }

        /** Where values are apart, an entry at a restart says where its value is; others follow those before. */
        private void findValue() throws CorruptTableException {
            while (nextRestart < restartCount && restart(nextRestart) < entry) {
                nextRestart++;
            }
            if (nextRestart == restartCount || restart(nextRestart) != entry) {
                value = entry == 0 ? entriesLimit : valueLimit;
                return;
            }
            int offset = takeLength();
            if (offset > restartsAt - entriesLimit) {
                throw corrupt("has its value at " + offset + ", past the end of the values");
            }
            value = entriesLimit + offset;
        }

        private void takeKey(int at, int unshared) throws CorruptTableException {
            if (shared + unshared > MAX_KEY_LENGTH) {
                throw tooLarge("the key at byte " + at + " of the block has " + (shared + unshared) + " bytes");
            }
            if (keepsKeys) {
                key = grown(key, shared + unshared);
                System.arraycopy(contents, at, key, shared, unshared);
            }
            keyLength = shared + unshared;
            keyBytesLeft -= keyLength;
            if (keyBytesLeft < 0) {
                throw tooLarge(
                        "the keys up to byte " + at + " of the block expand to far more than its " + length + " bytes");
            }
        }

        /** Takes the number at the position; most have one byte. */
        private int takeLength() throws CorruptTableException {
            if (position < entriesLimit && contents[position] >= 0) {
                return contents[position++];
            }
            int length = Varint.length32(contents, position, entriesLimit);
            if (length < 0) {
                throw corrupt("has a length that does not end");
            }
            long number = Varint.value(contents, position, length);
            if (number > Integer.MAX_VALUE) {
                throw corrupt("has a length of " + number);
            }
            position += length;
            return (int) number;
        }

        private CorruptTableException corrupt(String what) {
            return KeyValueBlock.corrupt(file, blockOffset, "the entry at byte " + entry + " of the block " + what);
        }

        private CorruptTableException tooLarge(String detail) {
            return new CorruptTableException(file, blockOffset, Reason.TOO_LARGE, detail);
        }

        /**
         * {@return the current key's bytes, from index 0 on: an array of at least {@link #keyLength()} bytes, not to be
         * changed; the next entry reuses it}
         */
        public byte[] key() {
            return key;
        }

        /** {@return the number of bytes of the current key, 0 or more} */
        public int keyLength() {
            return keyLength;
        }

        /** The current key, each byte as the character with its number. */
        String keyText() {
            return new String(key, 0, keyLength, StandardCharsets.ISO_8859_1);
        }

        /** {@return a copy of the current key} */
        public byte[] copyOfKey() {
            return Arrays.copyOf(key, keyLength);
        }

        /** {@return a copy of the current value} */
        public byte[] copyOfValue() {
            return Arrays.copyOfRange(contents, value, valueLimit);
        }

        /** A copy of the front of the current value. */
        byte[] copyOfValue(int most) {
            return Arrays.copyOfRange(contents, value, Math.min(valueLimit, value + most));
        }

        /** Whether the current value is this one. */
        boolean valueIs(byte[] other) {
            return Arrays.equals(contents, value, valueLimit, other, 0, other.length);
        }

        /** Whether the current key begins with these characters, one for each byte. */
        boolean keyStartsWith(String prefix) {
            if (keyLength < prefix.length()) {
                return false;
            }
            for (int i = 0; i < prefix.length(); i++) {
                if ((key[i] & 0xff) != prefix.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        /** The handle that the current value begins with; empty if a number in it does not end. */
        Optional<BlockHandle> handle() {
            return BlockHandle.decode(contents, value, valueLimit);
        }

        /** The number that the current value is, a varint. */
        long valueAsNumber() {
            return Varint.value(contents, value, valueLimit - value);
        }

        /** The index in the contents of the current value. */
        int valueIndex() {
            return value;
        }

        /** The number of bytes of the current value. */
        int valueLength() {
            return valueLimit - value;
        }

        /** The index in the contents of the bytes of the current key that it does not share with the one before. */
        int unsharedIndex() {
            return unsharedAt;
        }

        /**
         * Whether RocksDB's {@code Get} does not look where the current entry is, since the hash index of the block
         * leads elsewhere (RF-12).
         *
         * @return {@code false} too if the block has no such index, or the key is too short for the tag of a database
         */
        public boolean isHiddenByHashIndex() {
            int length = keyLength - FilterMatcher.TAG_LENGTH;
            if (hashIndex == null || length < 0) {
                return false;
            }
            int interval = hashIndex.intervalOf(key, length, restartCount);
            return interval != HashIndex.ANY_INTERVAL && !isIn(interval);
        }

        private boolean isIn(int interval) {
            return interval < restartCount
                    && restart(interval) <= entry
                    && (interval + 1 == restartCount || entry < restart(interval + 1));
        }

        /** {@return how many bytes the keys so far have together, each written out in full} */
        public long keyBytes() {
            return maxKeyBytes - keyBytesLeft;
        }

        /** {@return the index in the contents at which the current entry starts} */
        public int entryIndex() {
            return entry;
        }

        /** {@return how many bytes the current key shares with the one before; 0 at a restart} */
        public int sharedLength() {
            return shared;
        }
    }
}
