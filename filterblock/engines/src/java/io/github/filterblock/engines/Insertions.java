// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lines to insert into another project's source file, without repeating any of its text: a place is the number of the
 * line before it and a hash of that line. This form allows only insertions.
 *
 * <pre>
 *   # comments
 *   @ 46 0123456789abcdef        behind line 46, whose SHA-256 begins so
 *   the lines to insert
 * </pre>
 *
 * @param places in the order of the file
 */
record Insertions(List<Place> places) {
    private static final Pattern HEAD = Pattern.compile("@ (\\d+) ([0-9a-f]{16})");
    private static final String SUFFIX = ".insert";

    /**
     * A place for lines.
     *
     * @param after number of the line before them, from 1 on
     * @param hash beginning of that line's SHA-256
     * @param lines the lines to insert
     */
    record Place(int after, String hash, List<String> lines) {}

    static Insertions parse(List<String> text, String name) {
        List<Place> places = new ArrayList<>();
        for (String line : text) {
            Matcher head = HEAD.matcher(line);
            if (head.matches()) {
                places.add(new Place(Integer.parseInt(head.group(1)), head.group(2), new ArrayList<>()));
            } else if (!places.isEmpty() && !line.startsWith("@")) {
                places.get(places.size() - 1).lines().add(line);
            } else if (!line.startsWith("#")) {
                throw new IllegalArgumentException(name + ": neither a place nor a line to insert: " + line);
            }
        }
        return new Insertions(places);
    }

    /** Returns the file with the lines in it; refuses a file that is not the one they were written for. */
    List<String> into(List<String> file, String name) {
        List<String> result = new ArrayList<>();
        int done = 0;
        for (Place place : places) {
            if (place.after() <= done && done > 0 || place.after() > file.size()) {
                throw new IllegalArgumentException(name + ": line " + place.after() + " is not behind " + done
                        + ", or beyond the end at " + file.size());
            }
            result.addAll(file.subList(done, place.after()));
            done = place.after();
            String hash = hash(file.get(done - 1));
            if (!hash.equals(place.hash())) {
                throw new IllegalArgumentException(
                        name + ": line " + done + " has the hash " + hash + ", not " + place.hash());
            }
            result.addAll(place.lines());
        }
        result.addAll(file.subList(done, file.size()));
        return result;
    }

    int lineCount() {
        return places.stream().mapToInt(place -> place.lines().size()).sum();
    }

    static String hash(String line) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(line.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, Long.BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the insertion files of a patch, in a fixed order. */
    static List<Path> filesOf(Path patch) throws IOException {
        try (Stream<Path> files = Files.walk(patch)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    static Insertions read(Path file) throws IOException {
        return parse(Files.readAllLines(file), file.toString());
    }

    /** Inserts the lines that a patch has for a source file, if any. */
    static Optional<Insertions> of(Path patch, Path sourceFile) throws IOException {
        Path file = patch.resolve(sourceFile + SUFFIX);
        return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
    }
}
