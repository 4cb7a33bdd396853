// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.testdata.Mutator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Damaged tables by number: each follows from its number alone.
 *
 * <p>Every other one is damaged as a file, so that checksums catch most of it. The rest is damaged in a part and put
 * together again with handles and checksums that fit, so that the damage reaches the code that reads this part.
 */
final class TableMutants {
    /** Tables up to this length must be dealt with quickly. */
    static final int LARGEST = 64 << 10;

    private static final int MANY = 24;
    private static final int SELDOM = 8;
    private static final int SMALL = 12 << 10;

    private final List<TableCase> pool = new ArrayList<>();
    private final List<TableCase> withLevelDbFooter = new ArrayList<>();

    TableMutants() {
        List<TableCase> small = new ArrayList<>(SmallTables.all());
        small.addAll(TableCase.goodBases());
        List<TableCase> corpus = TableCase.corpusUpTo(LARGEST);
        corpus.stream().filter(table -> table.bytes().length <= SMALL).forEach(small::add);
        Collections.nCopies(MANY, small).forEach(pool::addAll);
        pool.addAll(corpus);
        pool.stream().filter(TableMutants::canBeTakenApart).forEach(withLevelDbFooter::add);
    }

    /** RocksDB's later index cannot be written again by the parts of this package; such files are damaged in place. */
    private static boolean canBeTakenApart(TableCase table) {
        try {
            return BytesSource.open(table.bytes()).footer().formatVersion() == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A damaged table.
     *
     * @param base the table that it was
     * @param bytes what has become of it
     * @param unrepaired whether checksums are as they were and nothing came from another table, so that no damage may
     *     hide a key
     */
    record Mutant(TableCase base, byte[] bytes, boolean unrepaired) {}

    Mutant mutant(int number) {
        Mutator mutator = new Mutator(number);
        if (number % 2 == 0) {
            TableCase base = choose(pool, mutator);
            boolean alone = mutator.choose(4) > 0;
            byte[] bytes = alone
                    ? mutator.mutate(base.bytes())
                    : mutator.mutate(base.bytes(), choose(pool, mutator).bytes());
            return new Mutant(base, bytes, alone);
        }
        TableCase base = choose(withLevelDbFooter, mutator);
        return new Mutant(base, damagedInPart(base, mutator), false);
    }

    private static TableCase choose(List<TableCase> tables, Mutator mutator) {
        return tables.get(mutator.choose(tables.size()));
    }

    private byte[] damagedInPart(TableCase base, Mutator mutator) {
        try {
            TableParts parts = TableParts.of(base.bytes());
            for (int count = 1 + mutator.choose(2); count > 0; count--) {
                damage(parts, mutator);
            }
            return parts.table();
        } catch (IOException e) {
            throw new UncheckedIOException(base.name(), e);
        }
    }

    private static void damage(TableParts parts, Mutator mutator) {
        switch (mutator.choose(6)) {
            case 0 -> parts.metaindexDamage = mutator::mutate;
            case 1 -> parts.indexDamage = mutator::mutate;
            case 2 -> damageOne(parts.data, mutator);
            case 3 -> damageName(parts.sideNames, mutator);
            default -> damageOne(parts.side, mutator);
        }
    }

    /** Other bytes, or at times another type. */
    private static void damageOne(List<TableParts.Stored> blocks, Mutator mutator) {
        if (!blocks.isEmpty()) {
            int chosen = mutator.choose(blocks.size());
            TableParts.Stored block = blocks.get(chosen);
            TableParts.Stored other = blocks.get(mutator.choose(blocks.size()));
            int type = mutator.choose(SELDOM) == 0 ? mutator.choose(9) : block.type();
            blocks.set(chosen, new TableParts.Stored(mutator.mutate(block.bytes(), other.bytes()), type));
        }
    }

    private static void damageName(List<byte[]> names, Mutator mutator) {
        if (!names.isEmpty()) {
            names.set(0, mutator.mutate(names.get(0)));
        }
    }
}
