// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.Windows;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures what a table's filter answers for absent keys, and computes the effect of other parameters.
 *
 * <p>Three kinds of keys are asked about, each at one data block, as a database asks:
 *
 * <ul>
 *   <li><b>random keys</b> of 16 bytes, each at the block of a key drawn from the table, so that a block is asked about
 *       as often as it has keys;
 *   <li><b>neighbours</b> of keys drawn from the table, each once: next and previous number, a flipped bit, a byte more
 *       or less. Keys of the table are left out. If keys ascend in byte order, a neighbour is asked about at the block
 *       that the index names for it, and left out after the last; otherwise at the block of the key it was made from.
 *   <li><b>one step</b>: only the next and the previous number, in the digits or bytes at the end of the key. A program
 *       whose keys are numbers with gaps, such as even ones, looks up such keys.
 * </ul>
 *
 * <p>LevelDB's hash mixes the last one to three bytes of a key so little that neighbours share bits: in small filters
 * they match two to ten times as often as random keys. The model does not include this effect; the difference between
 * measured and expected rate shows it. A filter for the whole table, or keys with less regular ends, reduce it.
 *
 * <p>Blocks in windows in which no block with keys starts are not asked about, so empty filters do not count.
 */
public final class TableAudit {
    /** Base lgs that are estimated beside the one in use: small windows, and one filter for the whole table. */
    static final List<Integer> ESTIMATED_BASE_LGS = Stream.concat(
                    IntStream.rangeClosed(8, 16).boxed(), Stream.of(FilterBlockBuilder.WHOLE_TABLE))
            .toList();

    /** Bits per key that are estimated beside those in use. */
    static final List<Integer> ESTIMATED_BITS_PER_KEY = Stream.concat(
                    IntStream.rangeClosed(1, 20).boxed(), Stream.of(24, 30, 40))
            .toList();

    private static final int FINGERPRINT_BYTES = 16;

    private TableAudit() {}

    /**
     * Audits a table. Its data blocks are read twice more.
     *
     * @param table the table; stays open
     * @param analysis the analysis of this table
     * @param settings how to ask
     * @return the result; without measurements where there is no filter that could deny a key
     * @throws IOException if the file cannot be read
     */
    public static Audit of(TableFile table, TableReport analysis, AuditSettings settings) throws IOException {
        Measurement random = Measurement.NONE;
        FilterQuestions.Near near = new FilterQuestions.Near(Measurement.NONE, Measurement.NONE);
        TableQuery query = new TableQuery(analysis);
        if (query.search() != TableQuery.Search.NO_FILTER && analysis.entries() > 0) {
            FilterQuestions questions = new FilterQuestions(analysis, query, settings);
            random = questions.random();
            near = questions.near(table);
        }
        return new Audit(
                List.of(fingerprint(analysis)),
                space(analysis),
                random,
                near.neighbours(),
                near.steps(),
                estimates(analysis));
    }

    /**
     * Identifies a table wherever it is stored: the first half of a SHA-256 over its size, its index and its filter
     * block.
     *
     * @param analysis the table
     * @return 32 hexadecimal digits
     */
    static String fingerprint(TableReport analysis) {
        Hasher hasher = Hashing.sha256().newHasher().putLong(analysis.size());
        for (DataBlock block : analysis.dataBlocks()) {
            byte[] key = block.entry().key();
            hasher.putLong(block.offset()).putLong(block.handle().size());
            hasher.putInt(key.length).putBytes(key);
        }
        if (analysis.filter().isPresent()) {
            ByteBuffer block = analysis.filter().get().block();
            byte[] bytes = new byte[block.remaining()];
            block.get(block.position(), bytes);
            hasher.putBytes(bytes); // Guava takes buffers from 23 on
        }
        return hasher.hash().toString().substring(0, 2 * FINGERPRINT_BYTES);
    }

    private static FilterSpace space(TableReport analysis) {
        Optional<FilterSummary> summary = FilterSummary.of(analysis);
        if (summary.isEmpty() || !analysis.filter().orElseThrow().isBuiltin()) {
            return FilterSpace.NONE;
        }
        TableFilter filter = analysis.filter().orElseThrow();
        WindowRates rates = new WindowRates(filter);
        BigInteger expected = BigInteger.ZERO;
        for (DataBlock block : analysis.dataBlocks()) {
            expected = expected.add(rates.units(block.offset()).multiply(BigInteger.valueOf(block.keyCount())));
        }
        return new FilterSpace(
                1,
                filter.layout().filterCount(),
                filter.emptyFilters(),
                summary.get().filterBytes(),
                filter.layout().offsetBytes(),
                analysis.entries(),
                Measurement.ofUnits(expected));
    }

    private static List<FilterEstimate> estimates(TableReport analysis) {
        TreeSet<Integer> baseLgs = new TreeSet<>(ESTIMATED_BASE_LGS);
        TreeSet<Integer> bitsPerKey = new TreeSet<>(ESTIMATED_BITS_PER_KEY);
        analysis.filter()
                .flatMap(filter -> filter.layout().windows())
                .map(Windows::baseLg)
                .ifPresent(baseLgs::add);
        FilterSummary.of(analysis)
                .flatMap(FilterSummary::bitsPerKey)
                .filter(range -> range.least() > 0)
                .ifPresent(range -> bitsPerKey.add(range.least()));
        return FilterEstimator.of(analysis)
                .map(estimator -> estimator.estimates(List.copyOf(baseLgs), List.copyOf(bitsPerKey)))
                .orElse(List.of());
    }
}
