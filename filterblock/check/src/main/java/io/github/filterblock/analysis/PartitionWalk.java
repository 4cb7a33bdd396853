// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.KeySplit;
import io.github.filterblock.table.PrefixExtractor;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Feeds the entries of a table to the additions to its filters, and says before which entry a partition ends
 * (RF-10, RF-20). For one pass.
 */
final class PartitionWalk {
    private final RocksDbFilter filter;
    private final FilterContents contents;
    private final FilterAdditions additions;
    private final @Nullable PrefixExtractor extractor;
    private int partition;
    private long without;

    /**
     * A pass.
     *
     * @param filter of the table; its partitions are in the order of the keys
     * @param additions takes the entries
     */
    PartitionWalk(RocksDbFilter filter, FilterAdditions additions) {
        this.filter = filter;
        this.contents = filter.contents();
        this.additions = additions;
        this.extractor =
                contents.split() == KeySplit.NONE ? contents.extractor().orElse(null) : null;
    }

    /**
     * Reads all data blocks. Keys that are too short for their tag are left out, and so are those without the part that
     * Pebble adds (PB-1).
     *
     * @return the number of keys without that part: it depends on Pebble's release what they added
     */
    long over(TableFile table, TableStructure structure) throws IOException {
        int suffixLength = FilterMatcher.TAG_LENGTH + contents.timestampLength();
        TableScan.scan(table, structure, (offset, key, length, cursor) -> {
            if (length >= suffixLength) {
                entry(key, length, length - suffixLength, structure.firstPart(cursor));
            }
        });
        return without;
    }

    private void entry(byte[] key, int storedLength, int length, int firstPart) {
        long tag = InternalKey.tag(key, storedLength);
        int asked = asked(key, length, firstPart);
        if (asked < 0) {
            without++;
            return;
        }
        int prefix = extractor == null ? -1 : extractor.lengthOf(length);
        while (partition < filter.partitions().size() - 1
                && isPast(filter.partitions().get(partition), key, length, tag)) {
            additions.cut(key, asked, prefix);
            partition++;
        }
        additions.entry(key, asked, prefix);
    }

    /** How many bytes of a key were added; -1 if that is not known. */
    private int asked(byte[] key, int length, int firstPart) {
        if (contents.showsParts()) {
            return firstPart;
        }
        return contents.split() == KeySplit.NONE ? length : contents.probedLength(key, 0, length);
    }

    private boolean isPast(FilterPartition each, byte[] key, int length, long tag) {
        byte[] separator = each.separator();
        int compared = Arrays.compareUnsigned(key, 0, length, separator, 0, separator.length);
        return compared == 0
                ? Long.compareUnsigned(tag, each.tag()) < 0
                : compared > 0 == (contents.order() == FilterContents.Order.BYTEWISE);
    }
}
