// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

/** The implementations that are trusted. */
public final class Oracles {
    /** The system property that chooses the oracle: {@code model}, or {@code native} for a live LevelDB. */
    public static final String PROPERTY = "filterblock.oracle";

    private static final FilterBlockSubject MODEL = new ReferenceSubject();

    private Oracles() {}

    /** Returns the slow model. */
    public static FilterBlockSubject model() {
        return MODEL;
    }

    /**
     * Returns the oracle that the system property {@value #PROPERTY} names; the slow model when it is absent or empty.
     *
     * @throws IllegalStateException if it names LevelDB and that is not available, with the reason
     * @throws IllegalArgumentException if it names anything else
     */
    public static FilterBlockSubject configured() {
        String name = System.getProperty(PROPERTY, "");
        return switch (name) {
            case "", "model" -> MODEL;
            case "native" -> NativeLevelDb.shared();
            default -> throw new IllegalArgumentException(PROPERTY + " is neither model nor native: " + name);
        };
    }
}
