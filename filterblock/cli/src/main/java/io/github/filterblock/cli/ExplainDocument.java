// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.Lists;
import com.google.gson.annotations.SerializedName;
import io.github.filterblock.FilterBlockTrace;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterTrace;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.LocatedFilterBlock;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterTrace;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.explain/1}.
 *
 * @param key in hexadecimal digits
 * @param inFile the key as the file has it, where the MANIFEST gives all keys a prefix; null elsewhere
 * @param search how the data block was found; {@code given} if it was named, {@code manifest} if none was looked for
 * @param trusted whether the filter is believed when it denies; not if it was not asked since the MANIFEST decides
 * @param userKey what RocksDB's full or partitioned filter says of the key; null where it was not asked
 * @param blocks the data blocks whose filter was asked, each worked out when it is taken
 */
record ExplainDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        String key,
        @Nullable String inFile,
        Searched search,
        String answer,
        String why,
        boolean trusted,
        @Nullable UserKey userKey,
        List<Block> blocks,
        int blocksTotal)
        implements Document {
    /**
     * What the filter answers in one data block.
     *
     * @param size bytes of the block; null if none of the table starts there
     * @param filter which filter was asked, null if there is none for the block
     * @param readings one for each dialect that the filter may be of
     */
    record Block(
            BigInteger blockOffset,
            @Nullable BigInteger size,
            String answer,
            String rule,
            String why,
            @Nullable Filter filter,
            List<DialectAnswer> readings) {
        private static Block of(FilterTrace.OfBlock block, LocatedFilterBlock filter, Map<Long, Long> sizes) {
            Long size = sizes.get(block.blockOffset());
            return new Block(
                    Formats.unsigned(block.blockOffset()),
                    size == null ? null : Formats.unsigned(size),
                    QueryDocument.word(block.mayMatch()),
                    block.lookup().rule().id(),
                    block.why(),
                    block.lookup().filter() < 0 ? null : Filter.of(block.lookup(), filter),
                    block.traces().stream().map(DialectAnswer::of).toList());
        }

        boolean mayMatch() {
            return answer.equals("may-match");
        }
    }

    /**
     * One filter of the block.
     *
     * @param start of its bytes in the filter block; they end before {@code limit}
     * @param fileOffset of its first byte; null if it was not asked, or the block is stored compressed
     * @param asked whether its bytes decide
     */
    record Filter(
            int index,
            BigInteger window,
            int baseLg,
            long start,
            long limit,
            @Nullable Long fileOffset,
            boolean asked) {
        private static Filter of(FilterBlockTrace lookup, LocatedFilterBlock filter) {
            OptionalLong offset = lookup.isProbed() ? filter.fileOffset(lookup.start()) : OptionalLong.empty();
            return new Filter(
                    lookup.filter(),
                    Formats.unsigned(lookup.window()),
                    filter.layout().baseLg(),
                    lookup.start(),
                    lookup.limit(),
                    offset.isPresent() ? offset.getAsLong() : null,
                    lookup.isProbed());
        }
    }

    /** The answer of a filter in one dialect; hashes are in hexadecimal digits. */
    record DialectAnswer(
            String dialect,
            List<String> keyDomains,
            String answer,
            String rule,
            String why,
            String hash,
            String delta,
            @Nullable String secondHash,
            int k,
            long bits,
            long modulus,
            @Nullable Long decidingBit,
            List<Probe> probes) {
        private static DialectAnswer of(FilterTrace.OfBlock.DialectTrace answer) {
            BloomTrace trace = answer.trace();
            return new DialectAnswer(
                    answer.dialect().id(),
                    answer.keyFormats().stream().map(KeyFormat::id).toList(),
                    QueryDocument.word(trace.mayMatch()),
                    answer.rule().id(),
                    answer.why(),
                    hex(trace.hash()),
                    hex(trace.delta()),
                    trace.secondHash().isPresent() ? hex(trace.secondHash().getAsInt()) : null,
                    trace.info().probes(),
                    trace.info().bits(),
                    trace.modulus(),
                    trace.firstUnset().map(BloomTrace.Probe::position).orElse(null),
                    trace.probes().stream().map(Probe::of).toList());
        }

        private static String hex(int number) {
            return HexFormat.of().toHexDigits(number);
        }
    }

    /** A bit that was asked. */
    record Probe(long bit, @SerializedName("byte") long byteIndex, int mask, boolean set) {
        private static Probe of(BloomTrace.Probe probe) {
            return new Probe(probe.position(), probe.byteIndex(), probe.mask(), probe.set());
        }
    }

    /**
     * What a filter answers that is asked by user key.
     *
     * @param partition its number from 0 on; null for a full filter, or where all partitions were asked
     * @param separator of the partition, in hexadecimal digits
     * @param asked the key, or its prefix, in hexadecimal digits
     * @param columns whether the steps are columns of a Ribbon filter, and not probes of a Bloom filter
     * @param fingerprints whether the steps are the three fingerprints of a binary fuse filter
     * @param hash in hexadecimal digits
     * @param place line of a Bloom filter, the row of a Ribbon filter at which the key starts, or the segment of a
     *     binary fuse filter in which its first fingerprint is
     * @param steps each probe, column or fingerprint up to the one that denies the key
     */
    record UserKey(
            int partitions,
            @Nullable Integer partition,
            String separator,
            String key,
            String asked,
            String filter,
            boolean columns,
            boolean fingerprints,
            String hash,
            long place,
            List<Step> steps) {
        private static Optional<UserKey> of(FilterTrace.OfUserKey trace, byte[] key) {
            return trace.asked().map(asked -> of(trace.partitions(), asked, key));
        }

        private static UserKey of(int partitions, FilterTrace.OfUserKey.Asked step, byte[] key) {
            FullFilterTrace trace = step.trace();
            HexFormat hex = HexFormat.of();
            boolean legacy = trace.geometry().kind() == FullFilterKind.LEGACY_BLOOM;
            return new UserKey(
                    partitions,
                    step.partition().orElse(null),
                    hex.formatHex(step.separator()),
                    hex.formatHex(key),
                    hex.formatHex(step.key()),
                    trace.geometry().toString(),
                    trace.geometry().kind() == FullFilterKind.RIBBON,
                    trace.geometry().kind() == FullFilterKind.BINARY_FUSE,
                    legacy ? hex.toHexDigits((int) trace.hash()) : hex.toHexDigits(trace.hash()),
                    trace.place(),
                    trace.steps().stream()
                            .map(each -> new Step(each.position(), each.matches()))
                            .toList());
        }
    }

    /** A probe, column or fingerprint: the number of the bit in the filter, of the segment of 16 bytes, or its own. */
    record Step(long position, boolean matches) {}

    /**
     * What is said about a key of which the MANIFEST shows none in the table, or none in the form of the file.
     *
     * @param obstacle why there is none; empty if the keys have another suffix in the file
     */
    static ExplainDocument ofManifest(String file, TableReport report, byte[] key, Optional<String> obstacle) {
        return new ExplainDocument(
                Document.schema(ExplainDocument.class),
                file,
                report.status().id(),
                InspectDocument.reason(report.verdict()),
                HexFormat.of().formatHex(key),
                null,
                Searched.NONE,
                QueryDocument.word(obstacle.isEmpty()),
                obstacle.orElse("the MANIFEST shows the keys of the table with another suffix than the file has:"
                        + " every key may match (" + Rule.DB_10 + ")"),
                false,
                null,
                List.of(),
                0);
    }

    /**
     * What is said about a key in a table that was examined.
     *
     * @param inFile the key as the file has it
     */
    static ExplainDocument of(
            String file,
            TableReport report,
            Searched search,
            byte[] key,
            byte[] inFile,
            TableQuery.Explanation explanation,
            int limit) {
        Optional<LocatedFilterBlock> filter = report.filter(BlockFilter.class).map(BlockFilter::stored);
        List<FilterTrace> blocks = filter.isPresent() ? explanation.traces() : List.of();
        Map<Long, Long> sizes = new HashMap<>();
        for (DataBlock block : report.facts().blocks()) {
            sizes.putIfAbsent(block.offset(), block.handle().size());
        }
        return new ExplainDocument(
                Document.schema(ExplainDocument.class),
                file,
                report.status().id(),
                InspectDocument.reason(report.verdict()),
                HexFormat.of().formatHex(key),
                inFile.length == key.length ? null : HexFormat.of().formatHex(inFile),
                search,
                QueryDocument.word(explanation.mayMatch()),
                explanation.why(),
                explanation.distrust().isEmpty(),
                explanation.traces().stream()
                        .filter(FilterTrace.OfUserKey.class::isInstance)
                        .flatMap(trace -> UserKey.of((FilterTrace.OfUserKey) trace, inFile).stream())
                        .findFirst()
                        .orElse(null),
                Lists.transform(
                        Formats.limited(blocks, limit),
                        block -> Block.of((FilterTrace.OfBlock) block, filter.orElseThrow(), sizes)),
                blocks.size());
    }

    boolean mayMatch() {
        return answer.equals("may-match");
    }

    @Override
    public int exitStatus() {
        return Math.max(ExitStatus.of(status), mayMatch() ? ExitStatus.WELL : ExitStatus.FOUND);
    }
}
