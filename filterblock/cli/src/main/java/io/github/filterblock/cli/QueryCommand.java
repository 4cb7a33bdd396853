// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.RangeDeletions;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.cli.QueryDocument.Answer;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.database.NewestEntries;
import io.github.filterblock.database.WriteAheadLog;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code query}. */
@Command(
        name = "query",
        description =
                "Tells whether a table contains each key, and what its filter answers; for a directory, which tables"
                        + " do.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock query --escaped 000005.ldb 'user\\x00name' 'user\\x00mail'")
final class QueryCommand extends Verb<QueryDocument> {
    static final String NO_FILTER = "the table has no filter that may deny a key: every key may match";

    @Parameters(index = "0", paramLabel = "FILE|DIR", description = "the table, or a directory of tables")
    private Path path;

    @Parameters(index = "1..*", paramLabel = "KEY", description = "keys, in UTF-8 by default")
    private List<String> keys = List.of();

    @Mixin
    private QuestionOptions questionOptions;

    @Option(
            names = "--obsolete",
            description = "of a directory, also ask tables that its MANIFEST does not name, and no program reads")
    private boolean asksObsolete;

    @Mixin
    private FilterOptions options;

    private List<Question> questions = List.of();

    /** What is known of all tables of a directory; null of a single table. */
    private @Nullable QueryTally tally;

    /** The tables whose range the MANIFEST gives. */
    private final Set<Path> ranged = Collections.synchronizedSet(new TreeSet<>());

    /** Those that were asked once more, for keys outside it. */
    private final Set<Path> askedAgain = new HashSet<>();

    /** The places of the keys that were in no table before that. */
    private final BitSet unheld = new BitSet();

    /** Whether a single table does not have one of the keys. */
    private boolean isAnyMissed;

    QueryCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        boolean many = Files.isDirectory(path);
        questions = questionOptions.read(keys, many);
        if (!many) {
            int exitStatus = run(path);
            return Math.max(exitStatus, isAnyMissed ? ExitStatus.FOUND : ExitStatus.WELL);
        }
        tally = new QueryTally();
        int jobs = Runtime.getRuntime().availableProcessors();
        int exitStatus = new TableLoop(this, List.of(path), jobs).run();
        exitStatus = Math.max(exitStatus, askOutsideRanges(tally));
        return Math.max(exitStatus, printSum(tally, exitStatus));
    }

    @Override
    boolean readsLogs() {
        return true;
    }

    /** Prints what is said of a directory as a whole, and returns the exit status. */
    private int printSum(QueryTally all, int exitStatus) {
        boolean isWithoutTables = all.tables() == 0 && exitStatus == ExitStatus.WELL;
        DirectoryDoubts doubts = new DirectoryDoubts(path, databases(), databasesOfTables(), all);
        QuerySum sum = QuerySum.of(TerminalText.name(path), questions, all, doubts, isWithoutTables);
        if (json()) {
            out().println(Json.line(sum));
        } else {
            new QuerySumText(sum, printer(out())).print(isWithoutTables || all.tables() > 0);
        }
        return sum.exitStatus();
    }

    @Override
    QueryDocument examine(Path file) throws IOException, Failure {
        QueryTally all = tally;
        if (all != null) {
            Optional<WriteAheadLog> log = databases().log(file);
            if (log.isPresent()) {
                return new LogAnswers(log.get(), TerminalText.name(file), questions).document(all);
            }
            if (!asksObsolete && Boolean.TRUE.equals(isObsolete(file))) {
                all.addObsolete(false);
                return QueryDocument.obsolete(TerminalText.name(file));
            }
            if (isSkipped(file, all)) {
                return QueryDocument.skipped(TerminalText.name(file));
            }
        }
        return read(file, table -> document(file, table));
    }

    private QueryDocument document(Path file, TableFile table) throws IOException {
        TableStructure structure = table.structure();
        List<Integer> places = placesAsked(file);
        Optional<NearbyDatabases.Live> live = databases().live(file);
        TableAnswers asked = new TableAnswers(questions, places, databases().view(file), structure);
        TableReport report = TableReport.of(
                table, structure, options.hints().withDoubt(databases().doubtOfEqualKeys(file)), asked.sought());
        Findings findings = databasesOfTables().add(file, table, report);
        RangeDeletions deletions = RangeDeletions.of(table, structure);
        Boolean obsolete = isObsolete(file);
        String name = TerminalText.name(file);
        NewestEntries.Table among = NewestEntries.Table.of(
                file, name, live.map(NearbyDatabases.Live::database), live.map(NearbyDatabases.Live::table), deletions);
        QueryTally counting = Boolean.TRUE.equals(obsolete) ? null : tally;
        List<Answer> answers = asked.of(report, among, counting == null ? null : counting.newest());
        if (counting != null) {
            counting.add(name, places, answers);
        }
        count(name, answers, deletions, obsolete);
        return QueryDocument.of(
                name, report, Searched.of(new TableQuery(report)), answers, deletions, findings, obsolete);
    }

    /**
     * The places of the questions that are asked of a table: those whose keys the MANIFEST gives it, so that an answer
     * does not depend on the other questions; of a table with keys outside its range those that nothing else answered.
     */
    private List<Integer> placesAsked(Path file) {
        Optional<LiveTable.KeyRange> range = tally == null ? Optional.empty() : range(file);
        boolean isAskedAgain = askedAgain.contains(file);
        return IntStream.range(0, questions.size())
                .filter(place -> range.isEmpty()
                        || (isAskedAgain
                                ? unheld.get(place)
                                : range.get().contains(questions.get(place).key())))
                .boxed()
                .toList();
    }

    /**
     * Before a key is said to be in no table, the ends of the tables are compared whose range in the MANIFEST excludes
     * it: one with other keys than that is asked.
     */
    private int askOutsideRanges(QueryTally all) throws IOException {
        for (int place = 0; place < questions.size(); place++) {
            unheld.set(place, all.isUnheld(place));
        }
        int exitStatus = ExitStatus.WELL;
        for (Path file : List.copyOf(ranged)) {
            Optional<LiveTable.KeyRange> range = range(file);
            boolean isExcluded = range.isPresent()
                    && unheld.stream()
                            .anyMatch(place ->
                                    !range.get().contains(questions.get(place).key()));
            if (isExcluded && mayHaveKeysOutside(file)) {
                askedAgain.add(file);
                all.addAgain(isOutside(range.get()));
                exitStatus = Math.max(exitStatus, run(file));
            }
        }
        return exitStatus;
    }

    private boolean mayHaveKeysOutside(Path file) {
        Optional<NearbyDatabases.Live> live = databases().live(file);
        try {
            return live.isPresent()
                    && read(
                            file,
                            table -> live.get()
                                    .database()
                                    .mayHaveKeysOutside(live.get().table(), table, table.structure()));
        } catch (Failure e) {
            return false; // it was opened before, and what is wrong with it was said
        }
    }

    private void count(String name, List<Answer> answers, RangeDeletions deletions, @Nullable Boolean obsolete) {
        if (tally == null) {
            isAnyMissed = answers.stream().anyMatch(Answer::isMissed);
        } else if (Boolean.TRUE.equals(obsolete)) {
            tally.addObsolete(true);
        } else if (deletions.obstacle().isPresent()) {
            tally.addUnreadRanges(name);
        }
    }

    /** The range that the MANIFEST gives a live table; empty if it says nothing about a key outside. */
    private Optional<LiveTable.KeyRange> range(Path file) {
        return databases()
                .live(file)
                .filter(live -> live.database().isComplete())
                .map(NearbyDatabases.Live::table)
                .filter(table -> table.state() == LiveTable.State.PRESENT)
                .flatMap(LiveTable::keys)
                .filter(known -> known.contains(known.smallest())) // bounds in the wrong order say nothing
                .filter(known -> options.hints()
                        .keyFormat()
                        .filter(KeyFormat.WHOLE_KEY::equals)
                        .isEmpty());
    }

    private boolean isOutside(LiveTable.KeyRange range) {
        return questions.stream().noneMatch(question -> range.contains(question.key()));
    }

    /**
     * Whether a table need not be asked. It is opened all the same: one that cannot be read is no less a loss. Of
     * deletions of ranges, those in the range of the MANIFEST count.
     */
    private boolean isSkipped(Path file, QueryTally all) throws Failure {
        Optional<LiveTable.KeyRange> range = range(file);
        if (range.isEmpty()) {
            return false;
        }
        ranged.add(file);
        boolean isSkipped = !askedAgain.contains(file)
                && isOutside(range.get())
                && read(file, table -> table.structure().damage().isEmpty());
        if (isSkipped) {
            all.addSkipped();
        }
        return isSkipped;
    }

    /** Whether the database itself says that a table is lost. */
    private boolean isEmptyAndLive(Path file) {
        return databases()
                .around(file)
                .flatMap(database -> database.liveTable(file))
                .filter(table -> table.state() == LiveTable.State.EMPTY)
                .isPresent();
    }

    @Override
    void noteFailure(Path file, FailureDocument failure) {
        if (tally != null && !Boolean.TRUE.equals(failure.obsolete()) && !isEmptyAndLive(file)) {
            tally.addFailed(failure.file());
        }
    }

    @Override
    @Nullable
    Boolean isObsoleteFailure(Path file) {
        return isObsolete(file);
    }

    /**
     * Questions about blocks are answered in the form of the questions; keys have the answer in front, so that columns
     * line up. How the keys were searched for goes to the error output: the answers can be piped on. Of a directory,
     * tables are named that have a key, or whose filters let it pass.
     */
    @Override
    void print(QueryDocument document, Printer printer) {
        document.answers().forEach(answer -> print(answer, document, printer));
        if (document.isSkipped()) {
            return;
        }
        if (tally == null && !questionOptions.nameBlocks()) {
            printer.remark(document.file(), search(Objects.requireNonNull(document.search()), document.status()));
        }
        boolean well = ExitStatus.isWell(document.status());
        boolean isOfInterest = tally == null || !well || document.fault() != null && document.hasAny();
        document.doubts().filter(doubts -> isOfInterest).ifPresent(doubts -> {
            String status = well && document.fault() != null ? "" : document.status() + ": ";
            printer.remark(document.file(), status + doubts);
        });
    }

    private void print(Answer answer, QueryDocument document, Printer printer) {
        if (answer.text() == null) {
            printer.fields(String.valueOf(answer.blockOffset()), answer.key(), answer.answer());
            return;
        }
        String line = QuerySumText.padded(answer.words()) + answer.text();
        if (tally == null) {
            printer.fields(line);
        } else if (!answer.isAbsent()) {
            String mark = Boolean.TRUE.equals(document.obsolete()) ? " (obsolete)" : "";
            printer.fields(line, document.file() + mark);
        }
        if (answer.isDeniedWrongly()) {
            printer.remark(document.file(), "the filter denies " + answer.text() + ", which the table has");
        }
        if (answer.hiddenByHashIndex()) {
            printer.remark(
                    document.file(),
                    "the hash index of the data block at " + answer.blockOffset() + " hides " + answer.text()
                            + ": RocksDB's Get does not find it");
        }
    }

    private static String search(Searched searched, String status) {
        return switch (Objects.requireNonNull(searched.search())) {
            case INDEX -> "keys ascend in byte order: the index was searched, one filter probed for each key";
            case ALL_BLOCKS ->
                searched.obstacle().orElseThrow() + ": the filter of every data block was probed for each key";
            case USER_KEY -> "the table's filter is probed by user key, without the index";
            case NO_FILTER ->
                "the table has no filter that may deny a key: the answers are those of the data blocks"
                        + (ExitStatus.isWell(status) ? "" : " that could be read");
        };
    }
}
