// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and letters are the same in every locale, also where digits have other forms. */
class LocaleTest {
    /** Locale.ROOT must stand right behind the parenthesis. */
    private static final Pattern FORMAT = Pattern.compile("(String\\.format|\\.printf|new "
            + "Formatter)\\((?!\\s*Locale\\.ROOT)|\\.formatted\\(|\\.to(Lower|Upper)Case\\(\\)");

    private static List<ToolRun> everyVerb() {
        Path table = Golden.path("cpp123-bigvalues");
        Path damaged = Golden.damaged("n-flip-data.ldb");
        return List.of(
                ToolRun.of("inspect", "--filters", table),
                ToolRun.of("inspect", "--json", "--filters", table),
                ToolRun.of("inspect", Golden.damaged("n-magic-bit.ldb")),
                ToolRun.of("verify", damaged, Golden.damaged("s-flip-filter-bit-crcfixed.ldb")),
                ToolRun.of("query", table, "key00000001"),
                ToolRun.of("explain", table, "key00000001"),
                ToolRun.of("explain", "--json", table, "key00000001"),
                ToolRun.of("--help"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG-u-nu-arab", "de-DE"})
    void outputDoesNotDependOnTheLocale(String tag) {
        List<ToolRun> usual = everyVerb();
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(tag));
        try {
            assertNotEquals("1,000.5", String.format("%,.1f", 1000.5), "the locale has a form of its own");
            assertEquals(usual, everyVerb());
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void noFormatIsWithoutALocale() throws IOException {
        for (Path sources : List.of(
                Path.of("src/main/java"),
                Path.of("../block/src/main/java"),
                Path.of("../check/src/main/java"),
                Path.of("../redis/src/main/java"),
                Path.of("../../core/src/main/java"))) {
            try (Stream<Path> tree = Files.walk(sources)) {
                for (Path source :
                        tree.filter(path -> path.toString().endsWith(".java")).toList()) {
                    assertFalse(FORMAT.matcher(Files.readString(source)).find(), source::toString);
                }
            }
        }
    }
}
