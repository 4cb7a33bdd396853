// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableProperties;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerdict;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.inspect/1}. Lists are as long as they were asked for; their true lengths stand beside them.
 *
 * @param dataBlocks number of data blocks, damaged ones included
 * @param blockTypes the type bytes of the data blocks, each once, in ascending order
 * @param compressions the same by name: {@code raw}, {@code snappy}, {@code zlib}, {@code bzip2}, {@code lz4},
 *     {@code lz4hc}, {@code xpress}, {@code zstd}, {@code minlz}, or {@code type-N} where the number has several
 *     meanings
 * @param firstKey the first key in hexadecimal digits, without its tag if keys have one; null if it could not be read
 * @param lastKey the last key likewise; null if it could not be read
 * @param indexBytes bytes of the table's index in the file, without trailers, its parts included; null if it could not
 *     be read
 * @param properties of RocksDB or Pebble: numbers in decimal digits, text as it is, other values in hexadecimal digits
 * @param entries entries of the data blocks that could be read, all versions counted
 * @param damage the first parts that could not be read; {@code damageTotal} is their number
 * @param lost which keys the damaged data blocks take with them, as the index tells, in words; null where that is not
 *     known
 * @param filter the filter that answers: the full one, or else the partitioned one, or else the block-based one; null
 *     without one
 * @param otherFilters the entries of filters that do not answer
 * @param obsolete whether the MANIFEST beside the table does not name it; null where there is none
 */
record InspectDocument(
        String schema,
        String file,
        long size,
        String status,
        @Nullable String reason,
        InspectedFooter footer,
        List<Entry> metaindex,
        int metaindexTotal,
        int dataBlocks,
        List<Integer> blockTypes,
        List<String> compressions,
        long entries,
        @Nullable String firstKey,
        @Nullable String lastKey,
        @Nullable Long indexBytes,
        Map<String, String> properties,
        @Nullable String keyDomain,
        List<Damage> damage,
        long damageTotal,
        @Nullable String lost,
        @Nullable InspectedFilter filter,
        List<Entry> otherFilters,
        @Nullable Boolean obsolete)
        implements Document {
    /** An entry of the metaindex; without offset and size if it has no handle. */
    record Entry(
            String key,
            @Nullable BigInteger offset,
            @Nullable BigInteger size) {
        private static Entry of(MetaindexEntry entry) {
            return new Entry(
                    entry.printableKey(), InspectedFilter.offset(entry.handle()), InspectedFilter.size(entry.handle()));
        }
    }

    /** A part that could not be read. */
    record Damage(BigInteger offset, String message) {
        private static Damage of(CorruptTableException e) {
            return new Damage(Formats.unsigned(e.offset()), e.detail());
        }
    }

    /**
     * What is said about a table.
     *
     * @param limit the most entries of the metaindex
     * @param mostRows the most rows of filters, or -1 for none
     * @param digest of the filter; null if it is not wanted: the first one of a process takes tens of milliseconds
     */
    static InspectDocument of(
            String file,
            TableReport report,
            int limit,
            int mostRows,
            @Nullable Boolean obsolete,
            @Nullable String digest,
            KeyEnds ends) {
        List<MetaindexEntry> metaindex = report.structure().metaindex();
        return new InspectDocument(
                Document.schema(InspectDocument.class),
                file,
                report.size(),
                report.status().id(),
                reason(report),
                InspectedFooter.of(report.structure().footer()),
                Formats.limited(metaindex, limit).stream().map(Entry::of).toList(),
                metaindex.size(),
                report.facts().blocks().size(),
                report.facts().blocks().stream()
                        .map(DataBlock::type)
                        .filter(type -> type >= 0)
                        .distinct()
                        .sorted()
                        .toList(),
                compressions(report),
                report.entries(),
                hex(ends.first()),
                hex(ends.last()),
                indexBytes(report),
                TableProperties.of(report.structure()).printable(),
                keyDomain(report),
                report.damage().stream().map(Damage::of).toList(),
                report.damageCount(),
                ends.lost().orElse(null),
                InspectedFilter.of(report, mostRows, digest),
                report.otherFilters().stream().limit(limit).map(Entry::of).toList(),
                obsolete);
    }

    /** The same with what the file may be instead added to the reason. */
    InspectDocument with(Optional<String> hint) {
        return hint.isEmpty() ? this : with(reason == null ? hint.get() : reason + "; " + hint.get(), filter);
    }

    /** The same with at most so many rows of filters, or -1 for none. */
    InspectDocument withRows(int most) {
        return filter == null ? this : with(reason, filter.withRows(most));
    }

    private InspectDocument with(@Nullable String changedReason, @Nullable InspectedFilter changedFilter) {
        return new InspectDocument(
                schema,
                file,
                size,
                status,
                changedReason,
                footer,
                metaindex,
                metaindexTotal,
                dataBlocks,
                blockTypes,
                compressions,
                entries,
                firstKey,
                lastKey,
                indexBytes,
                properties,
                keyDomain,
                damage,
                damageTotal,
                lost,
                changedFilter,
                otherFilters,
                obsolete);
    }

    /** Why the status of a table is not simply ok, or why it has no filter; null if there is nothing to say. */
    static @Nullable String reason(TableReport report) {
        String reason = reason(report.verdict());
        return reason == null && report.status() == TableStatus.NO_FILTER
                ? FilterAbsence.reason(TableProperties.of(report.structure()))
                : reason;
    }

    /** The reason of a verdict in one line, which starts with the offset in the file where there is one. */
    static @Nullable String reason(TableVerdict verdict) {
        return reason(verdict.reason());
    }

    static @Nullable String reason(Optional<TableVerdict.Reason> reason) {
        return reason.map(each -> each.offset().isPresent()
                        ? Failure.at(each.offset().getAsLong(), each.detail())
                        : each.detail())
                .orElse(null);
    }

    private static List<String> compressions(TableReport report) {
        String form = InspectedFooter.of(report.structure().footer()).form();
        return report.facts().blocks().stream()
                .map(DataBlock::type)
                .filter(type -> type >= 0)
                .distinct()
                .sorted()
                .map(type -> Compression.name(type, form))
                .toList();
    }

    private static @Nullable String hex(byte @Nullable [] key) {
        return key == null ? null : HexFormat.of().formatHex(key);
    }

    private static @Nullable Long indexBytes(TableReport report) {
        if (report.structure().indexDamage().isPresent()) {
            return null;
        }
        return report.structure().footer().index().size()
                + report.structure().indexParts().stream()
                        .mapToLong(BlockHandle::size)
                        .sum();
    }

    private static @Nullable String keyDomain(TableReport report) {
        return report.keyFormat().map(KeyFormat::id).orElse(report.entries() > 0 ? "ambiguous" : null);
    }
}
