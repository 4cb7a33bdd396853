// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * In which layer of the package each class is, and that no class uses one of a later layer. What a class uses is read
 * from its class file, whose constants are text.
 */
class TableLayersTest {
    private static final String PACKAGE = "io/github/filterblock/table/";
    private static final Path CLASSES = Path.of("target/classes", PACKAGE);
    private static final Pattern CLASS = Pattern.compile(PACKAGE + "([A-Z][A-Za-z0-9]*)");
    private static final Pattern NAME = Pattern.compile("([A-Z][A-Za-z0-9]*)");

    /** The layers in their order, each with its classes. */
    private static final List<String> LAYERS = List.of(
            // values
            "BlockBuffers BlockChecksum BlockHandle CorruptFileException CorruptTableException FilterForm Footer "
                    + "HashIndex IndexEntry KeyValueBlock MetaindexEntry PebbleFooter ReadAheadSource StatedCounts "
                    + "StoredBlock SurrealKvFooter TrustedPolicies",
            // what was added
            "FilterContents KeyParts KeySchema KeySplit PrefixExtractor RocksDbProperties StoredFilterBlock "
                    + "StoredProperties TableOrigin",
            // forms
            "ColumnForm RowForm RowWriter TableForm",
            // blocks
            "IndexEntries KeptBlocks Metaindex TableBlocks",
            // index
            "IndexReader RocksDbIndex TableIndex",
            // filters
            "BlockBasedFilter FilterOpener FilterPartition RocksDbFilter RocksDbFilterReader TableFilter",
            // face
            "TableFile TableStructure");

    /** The number of the layer of each class. */
    private static Map<String, Integer> layers() {
        Map<String, Integer> layers = new HashMap<>();
        for (int layer = 0; layer < LAYERS.size(); layer++) {
            for (String name : names(NAME, LAYERS.get(layer))) {
                assertEquals(null, layers.put(name, layer), name + " is listed twice");
            }
        }
        return layers;
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The classes of the package that each of them uses, those within a class counted as the class. */
    private static Map<String, Set<String>> references() throws IOException {
        Map<String, Set<String>> references = new HashMap<>();
        try (Stream<Path> files = Files.list(CLASSES)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replaceFirst("(\\$.*)?\\.class$", "");
                if (!name.equals("package-info")) {
                    String constants = Files.readString(file, StandardCharsets.ISO_8859_1);
                    references.computeIfAbsent(name, each -> new TreeSet<>()).addAll(names(CLASS, constants));
                }
            }
        }
        return references;
    }

    @Test
    void everyClassIsInALayer() throws IOException {
        Set<String> classes = references().keySet();
        assertTrue(classes.size() > 30, classes::toString);
        assertEquals(new TreeSet<>(classes), new TreeSet<>(layers().keySet()));
    }

    @Test
    void noClassUsesOneOfALaterLayer() throws IOException {
        Map<String, Integer> layers = layers();
        List<String> upward = new ArrayList<>();
        references()
                .forEach((name, used) -> used.stream()
                        .filter(each -> layers.get(each) > layers.get(name))
                        .forEach(each -> upward.add(name + " uses " + each)));
        assertEquals(List.of(), upward);
        assertTrue(references().get("TableFile").contains("TableBlocks"), "references are seen");
    }
}
