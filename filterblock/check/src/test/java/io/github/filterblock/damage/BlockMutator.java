// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.Seal;
import io.github.filterblock.testdata.Mutator;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Changes blocks of a table at random, and seals them again. They stay where they are, with their lengths.
 *
 * @param bytes the table, which is changed
 * @param footer that of the sound table
 */
record BlockMutator(byte[] bytes, Footer footer, Mutator mutator) {

    /** One of several; empty if there is none. */
    <T> Optional<T> chosen(List<T> all) {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(mutator.choose(all.size())));
    }

    void mutate(BlockHandle at) {
        mutate((int) at.offset(), (int) (at.offset() + at.size()));
        seal(at);
    }

    void mutate(Optional<BlockHandle> at) {
        at.ifPresent(this::mutate);
    }

    /** Changes bytes without sealing them. */
    void mutate(int start, int end) {
        byte[] mutated = mutator.mutate(Arrays.copyOfRange(bytes, start, end));
        System.arraycopy(mutated, 0, bytes, start, Math.min(mutated.length, end - start));
    }

    /** Puts another text in place of one that is known, if there is one; it may run into what follows. */
    void replace(BlockHandle at, String[][] texts) {
        String block = new String(bytes, (int) at.offset(), (int) at.size(), ISO_8859_1);
        List<String[]> present =
                Arrays.stream(texts).filter(pair -> block.contains(pair[0])).toList();
        chosen(present).ifPresent(pair -> {
            byte[] text = pair[1].getBytes(ISO_8859_1);
            int start = block.indexOf(pair[0]);
            System.arraycopy(text, 0, bytes, (int) at.offset() + start, Math.min(text.length, block.length() - start));
            seal(at);
        });
    }

    void seal(BlockHandle at) {
        Seal.block(bytes, footer, at);
    }
}
