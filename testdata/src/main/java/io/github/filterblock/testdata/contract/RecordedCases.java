// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.BuilderCase;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.DamagedFile;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.Probe;
import io.github.filterblock.testdata.ReaderCase;
import io.github.filterblock.testdata.RebuildCase;
import io.github.filterblock.testdata.contract.Law.Recordings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The golden files as cases, as far as a subject has the policies and windows. Not thread-safe. */
final class RecordedCases {
    private static final int LONG_BLOCK = 1 << 12;
    private static final int VAST_BLOCK = 1 << 20;

    private final FilterBlockSubject subject;
    private final Corpus corpus;
    private Optional<List<Recorded>> cases = Optional.empty();

    RecordedCases(FilterBlockSubject subject, Corpus corpus) {
        this.subject = subject;
        this.corpus = corpus;
    }

    /**
     * A case with its name.
     *
     * @param name for messages; names the law that an exported case violated
     * @param unusual whether it is a malformed block, a damaged table or a long sequence of calls
     */
    record Recorded(String name, LawCase given, boolean unusual) {
        private boolean isFor(Law law) {
            boolean exported = name.contains(CaseExporter.NOTE);
            return law.caseType().isInstance(given)
                    && (exported
                            ? name.contains(CaseExporter.noteOf(law))
                            : law.recordings().has(unusual) && !(law.recordings() == Recordings.ALL && isVastBlock()));
        }

        /** Whether the block is so long that one way to ask is enough. */
        private boolean isVastBlock() {
            return given instanceof LawCase.Block block && block.block().length > VAST_BLOCK;
        }
    }

    /**
     * Returns the cases that a law is tested with: those that it violated once, and if it is a broad one, all others.
     *
     * @param malformedToo whether malformed blocks are among them
     */
    List<Recorded> of(Law law, boolean malformedToo) {
        if (cases.isEmpty()) {
            cases = Optional.of(Stream.of(plans(), blocks(), tables(), lengths())
                    .flatMap(all -> all)
                    .toList());
        }
        return cases.get().stream()
                .filter(recorded -> recorded.isFor(law))
                .filter(recorded -> malformedToo || !(recorded.unusual() && recorded.given() instanceof LawCase.Block))
                .toList();
    }

    private Stream<Recorded> plans() {
        Stream<Recorded> small = corpus.builderCases().stream().flatMap(this::plan);
        Stream<Recorded> large = corpus.rebuilds().stream().flatMap(this::plan);
        return Stream.concat(small, large);
    }

    private Stream<Recorded> plan(BuilderCase recorded) {
        return policy(recorded.policyName(), recorded.bitsPerKey())
                .filter(policy -> subject.writesBaseLg(recorded.plan().baseLg()))
                .flatMap(policy -> recorded.expected().map(block -> new LawCase.Plan(recorded.plan(), policy, block)))
                .map(given -> new Recorded(recorded.toString(), given, given.expected().length > LONG_BLOCK))
                .stream();
    }

    private Stream<Recorded> plan(RebuildCase recorded) {
        return policy(recorded.policyName(), recorded.bitsPerKey())
                .filter(policy -> subject.writesBaseLg(recorded.baseLg()))
                .map(policy -> new LawCase.Plan(recorded.plan(), policy, recorded.expected()))
                .map(given -> new Recorded("rebuild " + recorded, given, given.expected().length > LONG_BLOCK))
                .stream();
    }

    private Stream<Recorded> blocks() {
        Stream<Recorded> built = corpus.builderCases().stream()
                .filter(recorded -> !recorded.probes().isEmpty())
                .flatMap(recorded -> policy(recorded.policyName(), recorded.bitsPerKey())
                        .flatMap(policy ->
                                recorded.expected().map(block -> new LawCase.Block(block, policy, recorded.probes())))
                        .map(given -> new Recorded(recorded.toString(), given, false))
                        .stream());
        Stream<Recorded> malformed = corpus.readerCases().stream()
                .flatMap(recorded -> policy(recorded.policyName(), 10)
                        .map(policy -> new LawCase.Block(recorded.block(), policy, answers(recorded)))
                        .map(given -> new Recorded(recorded.toString(), given, true))
                        .stream());
        return Stream.concat(built, malformed);
    }

    /** Where the base lg is above 63, the answers are those of one processor, and only "may match" is right (FB-22). */
    private static List<Probe> answers(ReaderCase recorded) {
        return recorded.probes().stream()
                .map(probe -> new Probe(
                        probe.blockOffset(), probe.key(), recorded.shiftUndefined() || probe.mayMatch(), probe.kind()))
                .toList();
    }

    /** Returns a policy with the hash that the corpus names and that the subject knows. */
    private Optional<PolicySpec> policy(String corpusName, int bitsPerKey) {
        return PolicySpec.ofCorpus(corpusName, bitsPerKey)
                .flatMap(policy -> Arrays.stream(PolicySpec.Dialect.values())
                        .filter(dialect -> dialect.hash() == policy.dialect().hash() && subject.knows(dialect))
                        .findFirst())
                .map(dialect -> new PolicySpec(dialect, bitsPerKey));
    }

    /** Returns the tables whose filter the subject knows, those that have none, and the damaged ones. */
    private Stream<Recorded> tables() {
        Stream<LawCase.Table> sound = corpus.tables().stream().flatMap(table -> table(table).stream());
        Stream<LawCase.Table> damaged = corpus.damaged().stream().map(RecordedCases::damaged);
        return Stream.concat(sound, damaged).map(given -> new Recorded(given.name(), given, given.damaged()));
    }

    private Optional<LawCase.Table> table(CorpusTable table) {
        String name = table.name() + ", " + table.file().note();
        boolean damaged = name.contains(CaseExporter.DAMAGED);
        if (table.hasNoFilter() && table.file().magicOk().orElse(true)) {
            return Optional.of(new LawCase.Table(name, table.bytes(), PolicySpec.levelDb(10), someKeys(), damaged));
        }
        return table.filter()
                .flatMap(PolicySpec::of)
                .filter(policy -> subject.knows(policy.dialect()))
                .map(policy -> new LawCase.Table(name, table.bytes(), policy, table.probes(), damaged));
    }

    /** Returns questions to a table without a filter. */
    private static List<Probe> someKeys() {
        return IntStream.range(0, 4)
                .mapToObj(i -> new Probe(2048L * i, ("key" + i).getBytes(StandardCharsets.US_ASCII), true, ""))
                .toList();
    }

    /** Returns a damaged table with what the original answers when it opens it without checksums. */
    private static LawCase.Table damaged(DamagedFile file) {
        List<Probe> probes = new ArrayList<>();
        for (int i = 0; i < file.probes().size(); i++) {
            DamagedFile.Question question = file.probes().get(i);
            // Denying a key that the table does not have loses nothing, whatever the original answers.
            if (question.present() && file.googleByDefault().mayMatch(i).orElse(true)) {
                probes.add(new Probe(question.blockOffset(), question.key(), true, Probe.PRESENT));
            }
        }
        return new LawCase.Table(file.toString(), file.bytes(), PolicySpec.levelDb(10), probes, true);
    }

    private Stream<Recorded> lengths() {
        return corpus.lengthCases().stream()
                .map(lengths -> new Recorded(lengths.toString(), new LawCase.Length(lengths), false));
    }
}
