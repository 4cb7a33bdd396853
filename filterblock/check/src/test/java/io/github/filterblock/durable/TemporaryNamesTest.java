// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The names that an output has while it is being written: the next run recognizes them, however odd its name is. */
class TemporaryNamesTest {
    @TempDir
    Path folder;

    private TemporaryNames of(String name) {
        return TemporaryNames.ofFile(folder.resolve(name));
    }

    @Test
    void aNameOfSeventyTwoCharactersIsKeptAndALongerOneIsCutAndHashed() {
        String longest = "n".repeat(72);
        assertEquals(longest + ".filterblock-", of(longest).before());
        String longer = longest + "n";
        assertEquals(
                longest + "~" + String.format("%08x", longer.hashCode()) + ".filterblock-",
                of(longer).before());
        assertNotEquals(of(longer).before(), of(longest + "m").before());
    }

    @Test
    void aLongNameIsCutInAscii() {
        String name = "\u00e4\u4e2d".repeat(40);
        assertTrue(of(name).before().matches("_{72}~[0-9a-f]{8}\\.filterblock-"), of(name)::before);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aNameThatIsNoTextIsHashed() {
        Path file = Path.of(URI.create(folder.toUri() + "a%ffb"));
        String before = TemporaryNames.ofFile(file).before();
        assertTrue(before.matches("a_b~[0-9a-f]{8}\\.filterblock-"), before);
    }

    @Test
    void leftOversAreFoundInTheOrderOfTheirNames() throws IOException {
        TemporaryNames names = of("a.(b)[c]\nd");
        List<Path> expected = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            expected.add(Files.createFile(
                    folder.resolve("a.(b)[c]\nd.filterblock-0000000" + Integer.toHexString(i) + ".tmp")));
        }
        assertEquals(expected, names.existing());
    }

    @Test
    void noTwoRunsTakeTheSameName() {
        TemporaryNames names = of("out");
        assertNotEquals(names.next(), names.next());
        assertTrue(names.next().getFileName().toString().matches("out\\.filterblock-[0-9a-f]{8}\\.tmp"));
        assertTrue(TemporaryNames.ofDirectory(folder.resolve("out"))
                .next()
                .getFileName()
                .toString()
                .matches("\\.out\\.filterblock-[0-9a-f]{8}"));
    }
}
