// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

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

/**
 * In which layer of a package each class is. What a class uses is read from its class file, whose constants are text.
 */
public final class PackageLayers {
    private static final Pattern NAME = Pattern.compile("([A-Z][A-Za-z0-9]*)");

    /** Those of the package that each class uses; the classes within a class count as that class. */
    private final Map<String, Set<String>> references = new HashMap<>();

    private final Map<String, Integer> layers = new HashMap<>();

    /**
     * Reads the classes of a package from this module's build.
     *
     * @param name of the package, below that of the project
     * @param layers in their order, each with the names of its classes
     */
    public PackageLayers(String name, List<String> layers) throws IOException {
        for (int layer = 0; layer < layers.size(); layer++) {
            for (String each : names(NAME, layers.get(layer))) {
                assertEquals(null, this.layers.put(each, layer), each + " is listed twice");
            }
        }
        String folder = "io/github/filterblock/" + name + "/";
        Pattern used = Pattern.compile(folder + NAME);
        try (Stream<Path> files = Files.list(Path.of("target/classes", folder))) {
            for (Path file : files.toList()) {
                String of = file.getFileName().toString().replaceFirst("(\\$.*)?\\.class$", "");
                if (!of.equals("package-info")) {
                    String constants = Files.readString(file, StandardCharsets.ISO_8859_1);
                    references.computeIfAbsent(of, each -> new TreeSet<>()).addAll(names(used, constants));
                }
            }
        }
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Asserts that every class is in a layer, and that none uses one of a later layer.
     *
     * @param upper a class that is known to use the other
     * @param lower shows that references are seen
     */
    public void assertUpheld(String upper, String lower) {
        assertEquals(new TreeSet<>(references.keySet()), new TreeSet<>(layers.keySet()));
        List<String> upward = new ArrayList<>();
        references.forEach((name, used) -> used.stream()
                .filter(each -> layers.get(each) > layers.get(name))
                .forEach(each -> upward.add(name + " uses " + each)));
        assertEquals(List.of(), upward);
        assertTrue(references.get(upper).contains(lower), "references are seen");
    }
}
