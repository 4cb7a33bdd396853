// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.contract.RecordedCases.Recorded;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.opentest4j.AssertionFailedError;

/**
 * Tests the subject of a test class with laws and reports violations; the part that both forms share.
 *
 * @param contract the test class
 */
record ContractRun(CompatibilityContract contract) {
    /** The system property that names an exported case, or any corpus: only its cases are run. */
    static final String REPLAY = "filterblock.replay";

    private static Optional<Path> replayed() {
        return Optional.of(System.getProperty(REPLAY, ""))
                .filter(directory -> !directory.isEmpty())
                .map(Path::of);
    }

    /** Returns why generated cases of a law are not run, or nothing if they are. */
    Optional<String> skipped(Law law) {
        return replayed()
                .map(directory -> "only the cases of " + directory + " are run")
                .or(() -> law.needs().missingIn(contract.subject()));
    }

    Optional<String> knownFailure(Law law) {
        return Optional.ofNullable(contract.knownFailures().get(law)).map(reason -> "known failure: " + reason);
    }

    CaseMaker maker() {
        return new CaseMaker(contract.oracle());
    }

    /** Returns the golden cases. */
    RecordedCases recorded() {
        return new RecordedCases(
                contract.subject(),
                replayed().map(Corpus::at).orElseGet(contract::corpus),
                law -> law.needs().missingIn(contract.subject()).isEmpty()
                        && knownFailure(law).isEmpty());
    }

    /** Fails the test if the law does not hold in this case. */
    void require(Law law, LawCase given) {
        law.violation(contract.subject(), given).ifPresent(wrong -> fail(law, given, wrong));
    }

    /** Returns why no recorded case of a kind is run, or nothing if some are. */
    Optional<String> skipped(Function<RecordedCases, List<Recorded>> kind) {
        List<Recorded> cases = kind.apply(recorded());
        if (cases.isEmpty()) {
            return Optional.of("the corpus has no such case, or none that "
                    + contract.subject().name() + " knows");
        }
        return cases.stream().allMatch(recorded -> recorded.laws().isEmpty())
                ? Optional.of(contract.subject().name()
                        + " lacks what the laws of these cases need, or is known to break them")
                : Optional.empty();
    }

    /** Fails the test if a law does not hold in one of the recorded cases of a kind. */
    void require(Function<RecordedCases, List<Recorded>> kind) {
        kind.apply(recorded()).forEach(this::require);
    }

    /** Fails the test if one of its laws does not hold in a recorded case. */
    void require(Recorded recorded) {
        for (Law law : recorded.laws()) {
            law.violation(contract.subject(), recorded.given()).ifPresent(wrong -> {
                throw new AssertionFailedError(message(law, recorded.name() + "; " + recorded.given(), wrong));
            });
        }
    }

    void fail(Law law, LawCase given, String wrong) {
        String message = message(law, given.toString(), wrong);
        Optional<Path> exported = contract.exportDirectory()
                .map(directory -> new CaseExporter(directory.resolve(name())).export(law, given, message));
        throw new AssertionFailedError(exported.map(directory ->
                        message + "\n  Exported to:    " + directory + "\n  Replay with:    " + replay(directory))
                .orElse(message));
    }

    private String message(Law law, String given, String wrong) {
        return "The law " + law + " does not hold for " + contract.subject().name() + "."
                + "\n  What is wrong:  " + wrong
                + "\n  The law says:   " + law.explanation()
                + "\n  The case:       " + given;
    }

    private String name() {
        return contract.getClass().getName().replaceFirst("^.*\\.", "");
    }

    private String replay(Path directory) {
        return "mvn test -Dtest=" + name() + " -D" + REPLAY + "=" + directory;
    }
}
