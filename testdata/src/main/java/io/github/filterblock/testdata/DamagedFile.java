// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * A damaged or merely unusual copy of a good table, and what google/leveldb does with it.
 *
 * <p>Immutable.
 *
 * @param name the file's name
 * @param path the file
 * @param damage how the copy differs from its base
 * @param base the name of the good table it was made from
 * @param size length of the file in bytes
 * @param sha256 of the file, in lower-case hex
 * @param probes the questions that {@link GoogleAnswer#answers} answers, the same for all copies of a base
 * @param googleByDefault the answers with checksums off
 * @param googleParanoid the answers with checksums on
 */
public record DamagedFile(
        String name,
        Path path,
        String damage,
        String base,
        OptionalLong size,
        Optional<String> sha256,
        List<DamagedFile.Question> probes,
        GoogleAnswer googleByDefault,
        GoogleAnswer googleParanoid) {

    /**
     * A question to the filter of a damaged file.
     *
     * @param blockOffset file offset of a data block, in bytes; unsigned
     * @param key the filter key
     * @param present whether the base really has the key in that block, so that "absent" is a false negative
     */
    public record Question(long blockOffset, byte[] key, boolean present) {

        static Question from(Row row) {
            return new Question(row.number(0), row.hex(1), row.flag(2));
        }
    }

    /** Reads the index of damaged files in {@code json}, which lies beside them. */
    static List<DamagedFile> allIn(Path json) {
        Members index = Members.ofFile(json);
        Members bases = index.child("probes");
        Map<String, List<Question>> probes = bases.names().stream()
                .collect(Collectors.toMap(base -> base, base -> bases.rows(base, Question::from)));
        return index.children("cases").stream()
                .map(members -> from(json, members, probes))
                .toList();
    }

    private static DamagedFile from(Path json, Members members, Map<String, List<Question>> probes) {
        String name = members.textOrEmpty("file");
        String base = members.textOrEmpty("base");
        Members google = members.child("google");
        return new DamagedFile(
                name,
                json.resolveSibling(name),
                members.textOrEmpty("damage"),
                base,
                members.number("size"),
                members.text("sha256"),
                probes.getOrDefault(base, List.of()),
                GoogleAnswer.from(google.child("default")),
                GoogleAnswer.from(google.child("paranoid_checks")));
    }

    /** Returns the whole file. */
    public byte[] bytes() {
        return CorpusFiles.bytes(path);
    }

    @Override
    public String toString() {
        return name + " (" + damage + ")";
    }
}
