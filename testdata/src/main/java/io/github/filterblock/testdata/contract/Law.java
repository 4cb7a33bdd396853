// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a filter block implementation must do: a name, the rules of FORMAT.md that it follows from, and a sentence; with
 * them the cases that it is tested with, and a check of each.
 *
 * <p>Immutable; there is one object for each law.
 */
public final class Law {
    private final String name;
    private final List<String> rules;
    private final String sentence;
    private final Class<? extends LawCase> caseType;
    private final Recordings recordings;
    private final Function<Cases, ? extends LawCase> source;
    private final Check<LawCase> check;

    private Law(
            String name,
            List<String> rules,
            String sentence,
            Class<? extends LawCase> caseType,
            Recordings recordings,
            Function<Cases, ? extends LawCase> source,
            Check<LawCase> check) {
        this.name = name;
        this.rules = rules;
        this.sentence = sentence;
        this.caseType = caseType;
        this.recordings = recordings;
        this.source = source;
        this.check = check;
    }

    /** Thrown where a subject cannot do what a law needs, so that the law is skipped. */
    static final class Unable extends UnsupportedOperationException {
        private static final long serialVersionUID = 1;

        Unable(String reason) {
            super(reason);
        }
    }

    static Unable notOverridden(String method) {
        return new Unable(method + " is not overridden");
    }

    /** Tests a subject with a case. */
    @FunctionalInterface
    interface Check<C extends LawCase> {
        /** Returns what is wrong; the empty text if nothing is. */
        String wrong(FilterBlockSubject subject, C given);
    }

    /**
     * Which recorded cases of its type a law is tested with; the laws without any are narrower forms of one with them.
     */
    enum Recordings {
        NONE,
        /** Neither malformed blocks nor damaged tables nor long sequences of calls. */
        USUAL,
        /** Only malformed blocks, damaged tables and long sequences of calls. */
        UNUSUAL,
        ALL;

        boolean has(boolean unusual) {
            return this == ALL || this == (unusual ? UNUSUAL : USUAL);
        }
    }

    /**
     * Returns a law.
     *
     * @param name in camel case
     * @param rules the rules of FORMAT.md that the law tests, separated by a comma and a space
     * @param sentence the law in a sentence or two
     * @param caseType the cases that it takes
     * @param recordings which recorded cases of that type it is tested with
     * @param source makes its next case from the generators
     * @param check tests a subject with a case of that type
     */
    static <C extends LawCase> Law of(
            String name,
            String rules,
            String sentence,
            Class<C> caseType,
            Recordings recordings,
            Function<Cases, C> source,
            Check<C> check) {
        return new Law(
                name,
                List.of(rules.split(", ")),
                sentence,
                caseType,
                recordings,
                source,
                (subject, given) -> check.wrong(subject, caseType.cast(given)));
    }

    /** Returns all laws, in the order in which they are tested: the narrow ones about blocks before the broad ones. */
    public static List<Law> all() {
        return Stream.of(BuilderLaws.LAWS, LookupLaws.LAWS, TableLaws.LAWS)
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Returns the law with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Law named(String name) {
        return all().stream()
                .filter(law -> law.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no law " + name + "; there are " + all()));
    }

    /** {@return the name, in camel case} */
    public String name() {
        return name;
    }

    /** {@return the numbers of the rules of FORMAT.md that the law tests, for example {@code FB-11}} */
    public List<String> rules() {
        return rules;
    }

    /** {@return the law in a sentence or two} */
    public String sentence() {
        return sentence;
    }

    Class<? extends LawCase> caseType() {
        return caseType;
    }

    Recordings recordings() {
        return recordings;
    }

    /** Makes the next case of the law from the generators. */
    LawCase nextCase(Cases cases) {
        return source.apply(cases);
    }

    /**
     * Tests a subject with the law, and returns the violation; empty if there is none.
     *
     * @throws Unable if the subject lacks what the law needs
     * @throws ClassCastException if the case is not of the type that the law takes
     */
    Optional<String> violation(FilterBlockSubject subject, LawCase given) {
        LawCase typed = caseType.cast(given);
        try {
            return Optional.of(check.wrong(subject, typed)).filter(wrong -> !wrong.isEmpty());
        } catch (Unable unable) {
            throw unable;
        } catch (RuntimeException | StackOverflowError | AssertionError | ExceptionInInitializerError thrown) {
            return Optional.of("the subject throws " + thrown);
        }
    }

    /** Returns the name and the rules. */
    @Override
    public String toString() {
        return name + " (" + String.join(", ", rules) + ")";
    }
}
