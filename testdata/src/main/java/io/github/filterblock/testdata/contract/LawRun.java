// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.contract.RecordedCases.Recorded;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;

/** One run of a contract: a test for each law, and one after them that says what they found. Not thread-safe. */
final class LawRun {
    /** The system property that names the only case to be run: law, seed and number, with colons between. */
    static final String REPLAY = "filterblock.replay";

    private static final String RECORDED = "recorded";
    /** For how long cases are tried after one that fails, to find a smaller one and to count. */
    private static final long MORE_NANOS = 1_000_000_000L;

    private static final Comparator<Failure> SMALLEST_AND_GENERATED_FIRST = Comparator.comparing(Failure::isRecorded)
            .thenComparing(failure -> failure.given().size());

    private final FilterBlockContract contract;
    private final FilterBlockSubject subject;
    private final RecordedCases recorded;
    private final String[] replayed = System.getProperty(REPLAY, "").split(":", -1);
    private final Set<Law> holding = new LinkedHashSet<>();
    private final Set<Law> broken = new LinkedHashSet<>();
    private final Map<String, List<String>> skipped = new TreeMap<>();

    LawRun(FilterBlockContract contract) {
        this.contract = contract;
        this.subject = contract.subject();
        this.recorded = new RecordedCases(subject, contract.corpus());
        contract.knownFailures().keySet().forEach(Law::named);
    }

    /** Returns the tests, to be run one after the other in this order. */
    Stream<DynamicTest> tests() {
        return Stream.concat(
                contract.laws().stream().map(law -> DynamicTest.dynamicTest(law.toString(), () -> test(law))),
                Stream.of(DynamicTest.dynamicTest("all laws together", this::conclude)));
    }

    /** A case that violates a law, what is wrong, and what replays it. */
    private record Failure(LawCase given, String wrong, String replay) {
        boolean isRecorded() {
            return replay.contains(RECORDED);
        }
    }

    /** The smallest failure of a law, and how many there are. */
    private record Search(Optional<Failure> smallest, int failures, int tried) {}

    private void test(Law law) {
        if (isReplay() && !replayed[0].equals(law.name())) {
            Assumptions.abort("only " + String.join(":", replayed) + " is run");
        }
        Search search;
        try {
            search = search(law);
        } catch (Law.Unable unable) {
            String reason = String.valueOf(unable.getMessage());
            skipped.computeIfAbsent(reason, none -> new ArrayList<>()).add(law.name());
            Assumptions.abort(subject.name() + ": " + reason);
            return;
        }
        Optional<String> known = Optional.ofNullable(contract.knownFailures().get(law.name()));
        (search.smallest().isPresent() ? broken : holding).add(law);
        if (known.isPresent() && search.smallest().isEmpty()) {
            throw new AssertionFailedError(
                    "The law " + law + " holds now; take it off the list of known failures: " + known.get());
        }
        if (known.isEmpty() && search.smallest().isPresent()) {
            throw new AssertionFailedError(
                    message(law, search, search.smallest().get()));
        }
        search.smallest()
                .ifPresent(failure -> System.out.println(subject.name() + ": " + law + ": known failure: "
                        + known.orElse("") + "; here: " + failure.wrong()));
    }

    private boolean isReplay() {
        return replayed.length == 3;
    }

    private Search search(Law law) {
        List<Recorded> recordings = recordings(law);
        if (isReplay()) {
            int number = Integer.parseInt(replayed[2]);
            Optional<Failure> found = replayed[1].equals(RECORDED)
                    ? failure(law, recordings.get(number).given(), RECORDED, number)
                    : failure(law, generated(law, Long.parseLong(replayed[1]), number), replayed[1], number);
            return new Search(found, found.isPresent() ? 1 : 0, 1);
        }
        List<Failure> failures = new ArrayList<>();
        int tried = 0;
        long end = Long.MAX_VALUE;
        for (; tried < contract.samples() + recordings.size() && System.nanoTime() < end; tried++) {
            int number = tried - contract.samples();
            Optional<Failure> failure = number < 0
                    ? failure(law, generated(law, contract.seed(), tried), String.valueOf(contract.seed()), tried)
                    : failure(law, recordings.get(number).given(), RECORDED, number);
            if (failure.isPresent() && failures.isEmpty()) {
                end = System.nanoTime() + MORE_NANOS;
            }
            failure.ifPresent(failures::add);
        }
        Optional<Failure> smallest = failures.stream().min(SMALLEST_AND_GENERATED_FIRST);
        return new Search(smallest, failures.size(), tried);
    }

    /** Returns the recorded cases that the law is tested with: malformed blocks only as long as their own law holds. */
    private List<Recorded> recordings(Law law) {
        boolean malformedToo = law.name().equals(LookupLaws.MALFORMED)
                ? !contract.knownFailures().containsKey(LookupLaws.MALFORMED)
                : broken.stream().noneMatch(other -> other.name().equals(LookupLaws.MALFORMED));
        return recorded.of(law, malformedToo);
    }

    private LawCase generated(Law law, long seed, int number) {
        return law.nextCase(Cases.numbered(subject, contract.oracle(), law.name(), seed, number));
    }

    private Optional<Failure> failure(Law law, LawCase given, String seed, int number) {
        return law.violation(subject, given)
                .map(wrong -> new Failure(given, wrong, law.name() + ":" + seed + ":" + number));
    }

    private String message(Law law, Search search, Failure found) {
        // Of many questions the one that shows it.
        Failure smallest = found.given()
                .parts()
                .flatMap(part ->
                        law.violation(subject, part).map(wrong -> new Failure(part, wrong, found.replay())).stream())
                .findFirst()
                .orElse(found);
        String name = contract.getClass().getName().replaceFirst("^.*\\.", "");
        String message = "The law " + law + " does not hold for " + subject.name() + "."
                + "\n  What is wrong:  " + smallest.wrong()
                + "\n  The law says:   " + law.sentence()
                + "\n  The case:       " + smallest.given()
                + "\n  Cases:          " + search.failures() + " of " + search.tried()
                + " fail; this is the smallest"
                + "\n  Replay with:    mvn test -Dtest=" + name + " -D" + REPLAY + "=" + smallest.replay();
        Optional<Path> exported = contract.exportDirectory()
                .map(directory -> new CaseExporter(directory.resolve(name)).export(law, smallest.given(), message));
        return exported.map(directory -> message + "\n  Exported to:    " + directory)
                .orElse(message);
    }

    /** Fails if a law is broken, so that the list of all of them comes last, or if no law was tested. */
    private void conclude() {
        String reasons = skipped.entrySet().stream()
                .map(entry -> "\n  " + entry.getKey() + ": " + String.join(", ", entry.getValue()))
                .collect(Collectors.joining());
        String list = broken.stream().map(Law::toString).collect(Collectors.joining(", "));
        String summary = subject.name() + ": " + holding.size() + " laws hold"
                + (list.isEmpty() ? "" : "; broken: " + list) + "."
                + (reasons.isEmpty() ? "" : "\nNot tested, because" + reasons);
        if (holding.isEmpty() && broken.isEmpty()) {
            throw new AssertionFailedError("No law was tested. " + summary);
        }
        if (broken.stream().anyMatch(law -> !contract.knownFailures().containsKey(law.name()))) {
            throw new AssertionFailedError(summary);
        }
        System.out.println(summary);
    }
}
