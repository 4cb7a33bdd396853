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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The golden files as cases, as far as the subject has the abilities.
 *
 * @param subject the subject under test
 * @param corpus the golden files
 * @param holds whether the subject is tested with a law at all
 */
record RecordedCases(FilterBlockSubject subject, Corpus corpus, Predicate<Law> holds) {
    private static final int LONG_BLOCK = 1 << 12;

    /** The laws that a recorded case is checked with; the others of its type are narrower forms of these. */
    private static final Set<Law> BROAD = EnumSet.of(
            Law.BLOCK_IS_THAT_OF_THE_ORIGINAL,
            Law.EVERY_ADDED_KEY_MATCHES,
            Law.STREAMED_KEYS_ARE_NOT_KEPT,
            Law.INTERNAL_KEYS_LOSE_THEIR_TAG,
            Law.METAINDEX_KEY_IS_FILTER_AND_NAME,
            Law.FILTER_BLOCK_IS_STORED_RAW,
            Law.TRAILER_IS_TYPE_AND_MASKED_CRC,
            Law.ANSWERS_ARE_THOSE_OF_THE_ORIGINAL,
            Law.BLOCK_INSIDE_AN_ARRAY,
            Law.BLOCK_IN_A_BUFFER,
            Law.BLOCK_IN_A_JDK_BUFFER,
            Law.TWO_THREADS_GET_THE_SAME_ANSWERS,
            Law.FILTER_IS_FOUND_IN_A_TABLE,
            Law.FILTER_LENGTHS_TAKE_64_BITS);

    /**
     * A case with its name and the laws that it is checked with.
     *
     * @param name for messages
     * @param given the case
     * @param laws the laws; none if the subject lacks what they need
     */
    record Recorded(String name, LawCase given, List<Law> laws) {}

    /** Returns the kind of cases that a test of the contract is about, by the test's name. */
    static Optional<Function<RecordedCases, List<Recorded>>> ofTest(String testName) {
        return switch (testName) {
            case "recordedBuilderCases" -> Optional.of(RecordedCases::plans);
            case "recordedReaderCases" -> Optional.of(RecordedCases::blocks);
            case "recordedTables" -> Optional.of(RecordedCases::tables);
            case "recordedDamagedTables" -> Optional.of(RecordedCases::damagedTables);
            case "recordedLengths" -> Optional.of(RecordedCases::lengths);
            default -> Optional.empty();
        };
    }

    /** Returns the recorded calls and their blocks, large tables among them, that the subject can build. */
    List<Recorded> plans() {
        Stream<Recorded> small = corpus.builderCases().stream().flatMap(this::plan);
        Stream<Recorded> large = corpus.rebuilds().stream().flatMap(this::plan);
        return Stream.concat(small, large)
                .filter(recorded -> subject.writesBaseLg(
                        ((PlanCase) recorded.given()).plan().baseLg()))
                .filter(recorded ->
                        subject.knows(((PlanCase) recorded.given()).policy().dialect()))
                .toList();
    }

    private Stream<Recorded> plan(BuilderCase recorded) {
        return policy(recorded.policyName(), recorded.bitsPerKey())
                .filter(policy -> recorded.expected().isPresent())
                .map(policy -> new PlanCase(
                        recorded.plan(), policy, recorded.expected().orElseThrow()))
                .map(given -> recorded(recorded.name(), given))
                .stream();
    }

    private Stream<Recorded> plan(RebuildCase recorded) {
        return policy(recorded.policyName(), recorded.bitsPerKey())
                .map(policy -> new PlanCase(recorded.plan(), policy, recorded.expected()))
                .map(given -> recorded("rebuild " + recorded, given))
                .stream();
    }

    /** Returns the recorded blocks, sound and damaged, with their answers. */
    List<Recorded> blocks() {
        Stream<Recorded> built = corpus.builderCases().stream()
                .filter(recorded ->
                        recorded.expected().isPresent() && !recorded.probes().isEmpty())
                .flatMap(recorded -> block(recorded));
        Stream<Recorded> damaged = corpus.readerCases().stream().flatMap(recorded -> block(recorded));
        return Stream.concat(built, damaged)
                .filter(recorded ->
                        subject.knows(((BlockCase) recorded.given()).policy().dialect()))
                .toList();
    }

    private Stream<Recorded> block(BuilderCase recorded) {
        return policy(recorded.policyName(), recorded.bitsPerKey())
                .map(policy -> new BlockCase(recorded.expected().orElseThrow(), policy, recorded.probes()))
                .map(given -> recorded(recorded.name(), given))
                .stream();
    }

    private Stream<Recorded> block(ReaderCase recorded) {
        // Most of these blocks are malformed, so a subject that is known to fail on any bytes is asked about none of
        // them.
        return policy(recorded.policyName(), 10)
                .filter(policy -> holds.test(Law.NO_BYTES_MAKE_A_LOOKUP_THROW))
                .map(policy -> BlockCase.of(recorded, policy))
                .map(given -> recorded(recorded.name(), given))
                .stream();
    }

    /** Returns the golden tables whose filter the subject knows, and those that have none. */
    List<Recorded> tables() {
        return corpus.tables().stream()
                .flatMap(this::table)
                .map(given -> recorded(given.name(), given))
                .toList();
    }

    private Stream<TableCase> table(CorpusTable table) {
        String name = table.name() + ", " + table.file().note();
        boolean damaged = name.contains(CaseExporter.noteOf(Law.DAMAGED_TABLES_HIDE_NOTHING));
        if (table.hasNoFilter() && table.file().magicOk().orElse(true)) {
            return Stream.of(new TableCase(name, table.bytes(), PolicySpec.levelDb(10), someKeys(), damaged));
        }
        return table.filter().flatMap(PolicySpec::of).stream()
                .filter(policy -> subject.knows(policy.dialect()))
                .map(policy -> new TableCase(name, table.bytes(), policy, table.probes(), damaged));
    }

    /** Returns questions to a table without a filter. */
    private static List<Probe> someKeys() {
        return IntStream.range(0, 4)
                .mapToObj(i -> new Probe(2048L * i, ("key" + i).getBytes(StandardCharsets.US_ASCII), true, ""))
                .toList();
    }

    /** Returns a policy with the hash that the corpus names, if possible one that the subject knows. */
    private Optional<PolicySpec> policy(String corpusName, int bitsPerKey) {
        Optional<PolicySpec> any = PolicySpec.ofCorpus(corpusName, bitsPerKey);
        return any.map(policy -> Arrays.stream(PolicySpec.Dialect.values())
                .filter(dialect -> dialect.hash() == policy.dialect().hash() && subject.knows(dialect))
                .findFirst()
                .map(dialect -> new PolicySpec(dialect, bitsPerKey))
                .orElse(policy));
    }

    /** Returns the damaged tables, with what the original answers when it opens them without checksums. */
    List<Recorded> damagedTables() {
        return corpus.damaged().stream()
                .map(RecordedCases::damaged)
                .map(given -> new Recorded(given.name(), given, holding(Stream.of(Law.DAMAGED_TABLES_HIDE_NOTHING))))
                .toList();
    }

    private static TableCase damaged(DamagedFile file) {
        List<Probe> probes = new ArrayList<>();
        for (int i = 0; i < file.probes().size(); i++) {
            DamagedFile.Question question = file.probes().get(i);
            // Denying a key that the table does not have loses nothing, whatever the original answers.
            if (question.present() && file.googleByDefault().mayMatch(i).orElse(true)) {
                probes.add(new Probe(question.blockOffset(), question.key(), true, Probe.PRESENT));
            }
        }
        return new TableCase(file.toString(), file.bytes(), PolicySpec.levelDb(10), probes, true);
    }

    /** Returns the recorded lengths of filters. */
    List<Recorded> lengths() {
        return corpus.lengthCases().stream()
                .map(lengths -> recorded(lengths.toString(), new FilterLengthCase(lengths)))
                .toList();
    }

    /** Chooses the laws: the one that an exported case violated, or the broad ones. */
    private Recorded recorded(String name, LawCase given) {
        List<Law> violated = Arrays.stream(Law.values())
                .filter(law -> name.contains(CaseExporter.noteOf(law)))
                .toList();
        Stream<Law> chosen = violated.isEmpty() ? broad(given) : violated.stream();
        return new Recorded(
                name, given, holding(chosen.filter(law -> law.caseType().isInstance(given))));
    }

    private static Stream<Law> broad(LawCase given) {
        if (given instanceof PlanCase plan && plan.expected().length > LONG_BLOCK) {
            return Stream.of(Law.BLOCK_IS_THAT_OF_THE_ORIGINAL, Law.STREAMED_KEYS_ARE_NOT_KEPT);
        }
        if (given instanceof BlockCase block && block.block().length > LONG_BLOCK) {
            return Stream.of(Law.ANSWERS_ARE_THOSE_OF_THE_ORIGINAL);
        }
        return BROAD.stream();
    }

    private List<Law> holding(Stream<Law> laws) {
        return laws.filter(holds).toList();
    }
}
