// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.arithmetic.LittleEndian;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which of their two forms the classes have in this JVM: that for Java 8, or that for Java 17 and later. */
class FormTest {
    private static final int JAVA_8 = 52;
    private static final int JAVA_17 = 61;

    static boolean isOf17() {
        return version(LittleEndian.class) == JAVA_17;
    }

    private static int version(Class<?> type) {
        try (InputStream file = Objects.requireNonNull(type.getResourceAsStream(type.getSimpleName() + ".class"));
                DataInputStream data = new DataInputStream(file)) {
            data.readInt();
            return data.readInt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The build runs all tests with each form, and says which: see core/pom.xml. */
    @Test
    void testsRunWithTheFormThatTheBuildNames() {
        assertEquals(
                "17".equals(System.getProperty("core.form", "17")) ? JAVA_17 : JAVA_8, version(LittleEndian.class));
        assertEquals(JAVA_8, version(BloomHash.class));
    }
}
