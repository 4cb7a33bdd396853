// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockTrace;
import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The filter block of a table as it is stored, sound or not. Immutable.
 *
 * <p>Of several filters it is the one that a reader of all built-in policies uses, or else the first (TF-9).
 */
public final class LocatedFilterBlock {
    private static final byte[] NO_BYTES = {};

    private final MetaindexEntry entry;
    private final byte[] contents;
    private final CountedBits setBits;
    private final Optional<CorruptTableException> damage;
    private final Status checksum;
    private final FilterBlockLayout layout;
    private final Findings findings;
    private final int compressionType;

    private LocatedFilterBlock(
            MetaindexEntry entry,
            @Nullable StoredBlock stored,
            byte @Nullable [] contents,
            Optional<CorruptTableException> damage) {
        this.entry = entry;
        this.contents = contents == null ? NO_BYTES : contents;
        this.setBits = CountedBits.of(ByteBuffer.wrap(this.contents));
        this.damage = damage;
        this.checksum = stored == null ? Status.BAD : stored.checksum();
        this.layout = FilterBlockLayout.of(ByteBuffer.wrap(this.contents));
        this.compressionType = stored == null ? -1 : stored.type();
        this.findings = stored == null || contents == null
                ? Findings.NONE
                : findings(ByteBuffer.wrap(contents), isBuiltin(), stored);
    }

    /** Finds the filter among the metaindex entries and reads it. */
    static Optional<LocatedFilterBlock> locate(TableFile table, TableStructure structure) throws IOException {
        Optional<MetaindexEntry> chosen = structure
                .filterEntry(FilterDialect.safeMatchers())
                .or(() -> structure.metaindex().stream()
                        .filter(entry -> entry.policyName().isPresent())
                        .findFirst());
        return chosen.isPresent() ? Optional.of(read(table, chosen.get())) : Optional.empty();
    }

    private static LocatedFilterBlock read(TableFile table, MetaindexEntry entry) throws IOException {
        StoredBlock stored = null;
        try {
            stored = table.ignoringChecksums().read(entry);
            return new LocatedFilterBlock(entry, stored, stored.contents(), Optional.empty());
        } catch (CorruptTableException e) {
            return new LocatedFilterBlock(entry, stored, null, Optional.of(judged(e, stored)));
        }
    }

    /** What cannot be decoded is damaged if its checksum says so: the handle may lead to another place. */
    private static CorruptTableException judged(CorruptTableException e, @Nullable StoredBlock stored) {
        boolean damaged = e.reason().isUndecoded() && stored != null && stored.checksum() == Status.BAD;
        return damaged
                ? new CorruptTableException(
                        e.file(), e.offset(), Reason.CHECKSUM, e.detail() + "; the checksum of the block is wrong")
                : e;
    }

    /** The findings on a filter block, by offset in the file; for a compressed block all are at its start. */
    static Findings findings(ByteBuffer block, boolean bloom, StoredBlock stored) {
        Findings inBlock = bloom
                ? FilterBlockVerifier.verifyBloom(block, Findings.USUAL_LIMIT)
                : FilterBlockVerifier.verify(block, Findings.USUAL_LIMIT);
        long offset = stored.handle().offset();
        boolean raw = stored.type() == 0;
        return new Findings(
                inBlock.first().stream()
                        .map(finding -> raw
                                ? finding.shiftedBy(offset)
                                : new Finding(finding.rule(), offset, finding.message()))
                        .toList(),
                inBlock.count());
    }

    /** {@return the metaindex entry that leads to the filter} */
    public MetaindexEntry entry() {
        return entry;
    }

    /** {@return the policy's name without {@code "filter."}} */
    public String policyName() {
        return entry.policyName().orElseThrow();
    }

    /** {@return whether the policy's name is one that this library knows} */
    public boolean isBuiltin() {
        return FilterDialect.safeMatcher(policyName()).isPresent();
    }

    /** {@return where the block lies; empty if the metaindex holds no handle} */
    public Optional<BlockHandle> handle() {
        return entry.handle();
    }

    /**
     * Where a byte of the block lies in the file.
     *
     * @param inBlock offset in the block's contents
     * @return offset in the file; empty if the block is stored compressed or its place is not known
     */
    public OptionalLong fileOffset(long inBlock) {
        return handle().isPresent() && compressionType() == 0
                ? OptionalLong.of(handle().get().offset() + inBlock)
                : OptionalLong.empty();
    }

    /** {@return the type byte after the block, 0 to 255, 0 for one that is stored raw; -1 if it could not be read} */
    public int compressionType() {
        return compressionType;
    }

    /**
     * {@return whether the block has the checksum that is stored with it; {@link Status#BAD} also if it could not be
     * read}
     */
    public Status checksum() {
        return checksum;
    }

    /** {@return the block's contents, decompressed: a new array, empty if the block could not be read} */
    public byte[] contents() {
        return contents.clone();
    }

    /** {@return why the block could not be read; empty if it was, even if its checksum is wrong} */
    public Optional<CorruptTableException> damage() {
        return damage;
    }

    /**
     * {@return what is wrong with the layout of the block, by offset in the file, the first few findings and their
     * number; empty if all is well or the block could not be read}
     */
    public Findings findings() {
        return findings;
    }

    /**
     * {@return the layout of the block, number of filters, base lg and offsets; that of an empty block if it could not
     * be read}
     */
    public FilterBlockLayout layout() {
        return layout;
    }

    /** {@return whether the contents could be read and their checksum is not wrong} */
    public boolean isSound() {
        return damage.isEmpty() && checksum != Status.BAD;
    }

    /** {@return whether it {@linkplain #isSound is sound}, and nothing is wrong with its layout} */
    public boolean hasSoundLayout() {
        return isSound() && findings.isEmpty();
    }

    /** A reader over the contents with a matcher that can answer. */
    FilterBlockReader reader(FilterMatcher matcher) {
        return FilterBlockReader.wrap(contents, 0, contents.length, matcher);
    }

    /** {@return the number of filters without bytes} */
    public int emptyFilters() {
        int empty = 0;
        for (int i = 0; i < layout.filterCount(); i++) {
            if (layout.filterLength(i) == 0) {
                empty++;
            }
        }
        return empty;
    }

    /**
     * What the bytes of one filter say about it, if it is a Bloom filter.
     *
     * @param filter 0 to {@code layout().filterCount()} - 1
     * @return probes and bits; of an empty filter if its offsets are damaged
     */
    public BloomFilterInfo info(int filter) {
        int length = Math.max(0, layout.filterLength(filter));
        return setBits.info(length == 0 ? 0 : (int) layout.filterStart(filter), length);
    }

    /** How many bits a wrong interpretation must find set by chance for a key of a data block. */
    double evidence(long blockOffset) {
        FilterBlockTrace lookup = layout.lookup(blockOffset);
        if (!lookup.isProbed()) {
            return 0;
        }
        BloomFilterInfo info = info(lookup.filter());
        boolean says = !info.matchesNothing() && !info.matchesEverything() && info.setBits() > 0;
        return says ? info.probes() * Math.log((double) info.bits() / info.setBits()) / Math.log(2) : 0;
    }

    /** How a dialect reads the filter that a lookup leads to. */
    BloomTrace trace(FilterDialect dialect, byte[] key, int keyLength, FilterBlockTrace lookup) {
        return dialect.trace(key, keyLength, ByteBuffer.wrap(contents), (int) lookup.start(), lookup.length());
    }

    /** Whether the bits of some filter could deny a key; empty filters do not count. */
    boolean hasBits() {
        if (layout.windows().isEmpty()) {
            return false; // FB-22
        }
        for (int i = 0; i < layout.filterCount(); i++) {
            BloomFilterInfo info = info(i);
            if (!info.matchesNothing() && !info.matchesEverything()) {
                return true;
            }
        }
        return false;
    }

    /** Where the block is, and how it is stored. */
    @Override
    public String toString() {
        return handle().map(BlockHandle::toString).orElse("without a handle")
                + (compressionType == 0 ? ", stored raw" : ", block type " + compressionType)
                + ", checksum " + checksum.id();
    }

    /**
     * The number of bits that are 1 in any part of some bytes. All are counted once, when it is made; then a part of
     * any length takes the same short time. Damaged offsets may make thousands of filters overlap, and counting the
     * bits of each would count the whole block thousands of times.
     *
     * <p>Takes one byte of memory for eight that are counted. A view of the bytes; safe for use by any number of
     * threads as long as they do not change.
     */
    static final class CountedBits {
        /** One counter covers this many bytes. */
        private static final int STRIDE = 64;

        private final ByteBuffer bytes;

        /** Number of bits that are 1 in front of each stride. */
        private final long[] before;

        private CountedBits(ByteBuffer bytes) {
            this.bytes = bytes;
            this.before = new long[bytes.limit() / STRIDE + 1];
            for (int i = 1; i < before.length; i++) {
                before[i] = before[i - 1] + count((i - 1) * STRIDE, i * STRIDE);
            }
        }

        /**
         * Counts the bits of some bytes.
         *
         * @param bytes the remaining ones are counted; kept as a view, position and limit stay
         * @return the counts; indexes start at the first remaining byte
         */
        static CountedBits of(ByteBuffer bytes) {
            return new CountedBits(bytes.slice());
        }

        /**
         * The number of bits that are 1 in a part of the bytes.
         *
         * @param index of the part's first byte
         * @param length number of bytes, 0 or more
         * @return 0 to 8 * length
         * @throws IndexOutOfBoundsException if the part is not inside the bytes
         */
        long in(int index, int length) {
            Objects.checkFromIndexSize(index, length, bytes.limit());
            return upTo(index + length) - upTo(index);
        }

        /**
         * What the bytes of one Bloom filter say about it.
         *
         * @param index of its first byte
         * @param length number of bytes, 0 or more
         * @return the same as if the filter stood alone
         * @throws IndexOutOfBoundsException if the filter is not inside the bytes
         */
        BloomFilterInfo info(int index, int length) {
            return length == 0
                    ? BloomFilterInfo.of(0, 0, 0)
                    : BloomFilterInfo.of(length, bytes.get(index + length - 1) & 0xff, in(index, length - 1));
        }

        private long upTo(int limit) {
            int stride = limit / STRIDE;
            return before[stride] + count(stride * STRIDE, limit);
        }

        private int count(int start, int limit) {
            int count = 0;
            for (int i = start; i < limit; i++) {
                count += Integer.bitCount(bytes.get(i) & 0xff);
            }
            return count;
        }
    }
}
