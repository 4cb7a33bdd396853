// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.StoredBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the form of a block beside the data shows: that it is what its name says, and not data blocks that the index
 * leaves out. In a table without checksums nothing else shows it. For one table.
 */
final class FormOfBlocks {
    private static final int FAST_LOCAL_LINE = 64;
    private static final int RIBBON_SEGMENT = 16;

    /** RocksDB writes six zeros for a filter that always matches. */
    private static final int FILTER_OF_NO_BITS = 6;

    private final TableFile table;
    private final TableStructure structure;
    private final Optional<RocksDbFilter> filter;
    private final long dataEnd;

    FormOfBlocks(TableFile table, TableStructure structure, Optional<RocksDbFilter> filter) {
        this.table = table;
        this.structure = structure;
        this.filter = filter;
        List<IndexEntry> index = structure.index();
        this.dataEnd =
                index.isEmpty() ? 0 : index.get(index.size() - 1).handle().end();
    }

    /** Where the last data block of the index ends. */
    long dataEnd() {
        return dataEnd;
    }

    /** Whether the names of properties that were read ascend, which they do not after a data block and its trailer. */
    boolean isOfProperties(BlockHandle handle) {
        Optional<KeyValueBlock> block = structure.block(handle);
        try {
            return block.isPresent() && ascends(block.get().cursor());
        } catch (CorruptTableException e) {
            return false;
        }
    }

    private static boolean ascends(KeyValueBlock.Cursor cursor) throws CorruptTableException {
        byte[] before = {};
        while (cursor.next()) {
            byte[] name = Arrays.copyOf(cursor.key(), cursor.keyLength());
            if (Arrays.compareUnsigned(before, name) >= 0) {
                return false;
            }
            before = name;
        }
        return true;
    }

    /**
     * Whether a block was read as the index of filter partitions, which looks like a data block, and led to filters
     * behind the data.
     */
    boolean isIndexOfPartitions(BlockHandle handle) {
        return filter.filter(each -> each.form().hasPartitions()
                        && each.entry().handle().filter(handle::equals).isPresent()
                        && leadsToFilters(each.partitions()))
                .isPresent();
    }

    private boolean leadsToFilters(List<FilterPartition> partitions) {
        boolean some = false;
        for (FilterPartition each : partitions) {
            boolean read = each.damage().isEmpty();
            if (each.handle().offset() < dataEnd
                    || read && !isFullFilter(each.filter(), each.handle().size())) {
                return false;
            }
            some |= read;
        }
        return some;
    }

    /**
     * Whether a block that should be a filter can be one.
     *
     * @param entry of the metaindex that leads to it; empty for a partition
     */
    boolean isFilter(BlockHandle handle, Optional<MetaindexEntry> entry) throws IOException {
        Optional<FilterForm> form = entry.flatMap(MetaindexEntry::filterForm);
        if (entry.isPresent() && (form.isEmpty() || form.get().hasPartitions())) {
            return false;
        }
        boolean byBlock = form.filter(FilterForm::isAskedByBlock).isPresent();
        try {
            StoredBlock block = table.read(handle);
            byte[] contents = contents(block);
            return byBlock
                    ? FilterBlockVerifier.verify(ByteBuffer.wrap(contents), 0).isEmpty()
                    : block.type() == 0 && isFullFilter(fullFilter(contents, entry), contents.length);
        } catch (CorruptTableException e) {
            return false;
        }
    }

    private static FullFilter fullFilter(byte[] contents, Optional<MetaindexEntry> entry) {
        return entry.map(each -> each.fullFilter(contents, LegacyHash.SIGNED)).orElseGet(() -> FullFilter.of(contents));
    }

    /** What the block holds, or what is stored if its type is not known, since filters are stored raw. */
    private byte[] contents(StoredBlock block) throws IOException {
        try {
            return block.contents();
        } catch (CorruptTableException e) {
            if (!e.reason().isUnsupported()) {
                throw e;
            }
            byte[] stored = new byte[(int) block.handle().size()];
            structure.readBytes(table, block.handle().offset(), stored, 0, stored.length);
            return stored;
        }
    }

    /** Whether trailer and length are such as a writer gives; readers accept more lengths. */
    private static boolean isFullFilter(FullFilter filter, long size) {
        long bits = size - FullFilter.TRAILER_LENGTH;
        return switch (filter.geometry().kind()) {
            case LEGACY_BLOOM, BINARY_FUSE -> true;
            case FAST_LOCAL_BLOOM -> bits % FAST_LOCAL_LINE == 0;
            case RIBBON -> bits % RIBBON_SEGMENT == 0;
            case EMPTY, ALWAYS -> size <= FILTER_OF_NO_BITS;
        };
    }
}
