// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a filter block implementation must do: a name, the rules of FORMAT.md that it follows from, a sentence, the
 * cases that it is tested with, and a check of each.
 *
 * <p>Immutable.
 */
public final class Law {

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

    /** Which recorded cases of its type a law is tested with. */
    enum Recordings {
        NONE,
        /** Neither malformed blocks nor damaged tables nor long sequences of calls. */
        USUAL,
        /** Those alone. */
        UNUSUAL,
        ALL;

        boolean has(boolean unusual) {
            return this == ALL || this == (unusual ? UNUSUAL : USUAL);
        }
    }

    private final String name;
    private final List<String> rules;
    private final String sentence;
    private final Class<? extends LawCase> caseType;
    private final Function<Cases, ? extends LawCase> source;
    private final Check<LawCase> check;
    private final Recordings recordings;

    private Law(
            String name,
            List<String> rules,
            String sentence,
            Class<? extends LawCase> caseType,
            Function<Cases, ? extends LawCase> source,
            Check<LawCase> check,
            Recordings recordings) {
        this.name = name;
        this.rules = rules;
        this.sentence = sentence;
        this.caseType = caseType;
        this.source = source;
        this.check = check;
        this.recordings = recordings;
    }

    /** Returns a law that is tested with generated cases. */
    static <C extends LawCase> Law of(
            String name, String rules, Class<C> caseType, Function<Cases, C> source, Check<C> check, String sentence) {
        return new Law(
                name,
                List.of(rules.split(" ")),
                sentence,
                caseType,
                source,
                (subject, given) -> check.wrong(subject, caseType.cast(given)),
                Recordings.NONE);
    }

    /** Returns the law with recorded cases as well; the others of its type are narrower forms of such a law. */
    Law with(Recordings recorded) {
        return new Law(name, rules, sentence, caseType, source, check, recorded);
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

    /** Returns the name, in camel case. */
    public String name() {
        return name;
    }

    /** Returns the numbers of the rules of FORMAT.md that the law tests. */
    public List<String> rules() {
        return rules;
    }

    /** Returns the law in a sentence or two. */
    public String sentence() {
        return sentence;
    }

    Class<? extends LawCase> caseType() {
        return caseType;
    }

    Recordings recordings() {
        return recordings;
    }

    /**
     * Returns the next case from the generators.
     *
     * @throws Unable if there is no case that the subject could be tested with
     */
    LawCase next(Cases cases) {
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
