// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.Iterators;
import com.google.common.io.Closer;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.RangeDeletions;
import io.github.filterblock.analysis.SoughtKeys;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.cli.QueryDocument.Answer;
import io.github.filterblock.cli.QueryDocument.Question;
import io.github.filterblock.database.DatabaseReport;
import io.github.filterblock.database.KeyRange;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.database.NewestEntries;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code query}. */
@Command(
        name = "query",
        description =
                "Says for each key whether a table has it, and what its filter answers; of a directory, which tables"
                        + " have it.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock query --escaped 000005.ldb 'user\\x00name' 'user\\x00mail'")
final class QueryCommand extends Verb<QueryDocument> {
    static final String NO_FILTER = "the table has no filter that may deny a key: every key may match";

    @Parameters(index = "0", paramLabel = "FILE|DIR", description = "the table, or a directory of tables")
    private Path path;

    @Parameters(index = "1..*", paramLabel = "KEY", description = "keys, in UTF-8 by default")
    private List<String> keys = List.of();

    @Mixin
    private KeyForm form;

    @Option(names = "--keys-from", paramLabel = "FILE|-", description = "a key on each line of FILE")
    private @Nullable Path keysFrom;

    @Option(
            names = "--questions",
            paramLabel = "FILE|-",
            description = "lines 'blockOffset<TAB>keyHex', asked directly of the filter")
    private @Nullable Path questions;

    @Mixin
    private FilterOptions options;

    /** What is known of all tables of a directory; null of a single table. */
    private @Nullable QueryTally tally;

    QueryCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        boolean many = Files.isDirectory(path);
        check(many);
        if (!many) {
            return run(path);
        }
        tally = new QueryTally();
        int jobs = Runtime.getRuntime().availableProcessors();
        int exitStatus = new TableLoop(this, List.of(path), jobs).run();
        boolean isWithoutTables = tally.tables() == 0 && exitStatus == ExitStatus.WELL;
        if (isWithoutTables || !tally.failed().isEmpty()) {
            tally.addKeys(count());
        }
        int found = new DirectoryAnswers(this, path, tally, this::all).print(isWithoutTables);
        return Math.max(exitStatus, found);
    }

    @Override
    QueryDocument examine(Path file) throws IOException, Failure {
        Closer lists = Closer.create();
        QueryDocument document = null;
        try {
            if (tally != null && isOutside(file, tally)) {
                return QueryDocument.skipped(TerminalText.name(file));
            }
            Iterator<Question> all = all(lists);
            document = read(file, table -> document(file, table, all));
            return document;
        } finally {
            if (document == null) {
                lists.close(); // nobody asks their questions
            }
        }
    }

    private QueryDocument document(Path file, TableFile table, Iterator<Question> all) throws IOException {
        QuestionBatch batch = QuestionBatch.next(all);
        TableStructure structure = table.structure();
        SoughtKeys sought = new SoughtKeys(batch.keys(), structure);
        TableReport report = TableReport.of(table, structure, options.hints(), sought);
        Findings findings = databasesOfTables().add(file, table, report);
        RangeDeletions deletions = RangeDeletions.of(table, structure);
        String name = TerminalText.name(file);
        QueryDocument.Beside beside = new QueryDocument.Beside(
                isObsolete(file), NewestEntries.Table.of(file, name, databases().around(file), deletions), findings);
        if (tally != null && !beside.isObsolete() && deletions.obstacle().isPresent()) {
            tally.addUnreadRanges(name);
        }
        return QueryDocument.of(
                name,
                report,
                new QueryDocument.FirstBatch(batch, sought),
                all,
                (examined, keys) -> seek(file, examined, keys),
                beside,
                tally);
    }

    private static SoughtKeys seek(Path file, TableReport report, List<byte[]> keys) throws Failure {
        return read(file, table -> {
            SoughtKeys sought = new SoughtKeys(keys, report.structure());
            TableKeys.seek(table, report, sought);
            return sought;
        });
    }

    /**
     * Whether the MANIFEST says that a table has none of the keys. The table is opened all the same: one that cannot be
     * read is no less a loss.
     */
    private boolean isOutside(Path file, QueryTally all) throws IOException, Failure {
        Optional<KeyRange> range = databases()
                .around(file)
                .filter(DatabaseReport::isComplete)
                .flatMap(database -> database.liveTable(file))
                .filter(table -> table.state() == LiveTable.State.PRESENT)
                .flatMap(LiveTable::keys)
                .filter(known -> known.contains(known.smallest())) // bounds in the wrong order say nothing
                .filter(known -> options.hints()
                        .keyFormat()
                        .filter(KeyFormat.WHOLE_KEY::equals)
                        .isEmpty());
        if (range.isEmpty()) {
            return false;
        }
        int asked = 0;
        try (Closer lists = Closer.create()) {
            for (Iterator<Question> questions = all(lists); questions.hasNext(); asked++) {
                if (range.get().contains(questions.next().key())) {
                    return false;
                }
            }
        }
        boolean whole = read(file, table -> table.structure().damage().isEmpty());
        if (whole) {
            all.addSkipped(asked);
        }
        return whole;
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
    QueryDocument failed(Path file, Failure failure) {
        if (tally != null && !Boolean.TRUE.equals(isObsolete(file)) && !isEmptyAndLive(file)) {
            tally.addFailed(TerminalText.name(file));
        }
        return QueryDocument.of(failure, isObsolete(file));
    }

    /**
     * Questions about blocks are answered in the form of the questions; keys have the answer in front, so that columns
     * line up. How the keys were searched for goes to the error output: the answers can be piped on. Of a directory,
     * tables are named that have a key, or whose filters let it pass.
     */
    @Override
    void print(QueryDocument document, Printer printer) {
        document.answers().forEachRemaining(answer -> print(answer, document, printer));
        if (document.isSkipped()) {
            return;
        }
        if (tally == null && questions == null) {
            printer.remark(document.file(), search(Objects.requireNonNull(document.search()), document.status()));
        }
        boolean well = ExitStatus.isWell(document.status());
        if (document.reason() != null && (tally == null || !well || document.isDoubtful())) {
            String status = well && document.hasFindings() ? "" : document.status() + ": ";
            printer.remark(document.file(), status + document.reason());
        }
    }

    private void print(Answer answer, QueryDocument document, Printer printer) {
        if (answer.text() == null) {
            printer.fields(String.valueOf(answer.blockOffset()), answer.key(), answer.answer());
            return;
        }
        String line = DirectoryAnswers.padded(answer.words()) + answer.text();
        if (tally == null) {
            printer.fields(line);
        } else if (!answer.isAbsent()) {
            String mark = Boolean.TRUE.equals(document.obsolete()) ? " (obsolete)" : "";
            printer.fields(line, document.file() + mark);
        }
        if (answer.isDeniedWrongly()) {
            printer.remark(document.file(), "the filter denies " + answer.text() + ", which the table has");
        }
    }

    private static String search(Searched searched, String status) {
        return switch (Objects.requireNonNull(searched.search())) {
            case INDEX -> "keys ascend in byte order: the index was searched, one filter asked for each key";
            case ALL_BLOCKS ->
                searched.obstacle().orElseThrow() + ": the filter of every data block was asked for each key";
            case USER_KEY -> "the table's filter is asked by user key, without the index";
            case NO_FILTER ->
                "the table has no filter that may deny a key: the answers are those of the data blocks"
                        + (ExitStatus.isWell(status) ? "" : " that could be read");
        };
    }

    /** Checks all questions before any is asked, as far as their lists can be read twice. */
    private void check(boolean ofManyTables) throws IOException {
        if (keys.isEmpty() && keysFrom == null && questions == null) {
            throw wrongUsage("no keys given: name some, or use --keys-from or --questions");
        }
        if (Lines.STANDARD_INPUT.equals(keysFrom) && Lines.STANDARD_INPUT.equals(questions)) {
            throw wrongUsage("--keys-from and --questions cannot both read the standard input");
        }
        if (ofManyTables && questions != null) {
            throw wrongUsage("--questions names blocks of one table; give that instead of a directory");
        }
        boolean repeatable = (keysFrom == null || Lines.areRepeatable(keysFrom))
                && (questions == null || Lines.areRepeatable(questions));
        if (ofManyTables && !repeatable) {
            throw wrongUsage("with a directory, keys are read once for each table: give a regular file to --keys-from");
        }
        if (repeatable) {
            try (Closer lists = Closer.create()) {
                all(lists).forEachRemaining(question -> {});
            }
        }
    }

    /**
     * All questions; the iterator throws an exception for a wrong one. It closes the
     * lists at their end and at a wrong question.
     */
    private Iterator<Question> all(Closer lists) throws IOException {
        Function<String, Question> ofKey = text -> new Question(form.parse(text), text, OptionalLong.empty());
        List<Iterator<Question>> parts = new ArrayList<>();
        parts.add(Iterators.transform(keys.iterator(), ofKey::apply));
        if (keysFrom != null) {
            parts.add(parsed(lists.register(Lines.of(keysFrom)), ofKey));
        }
        if (questions != null) {
            Lines lines = lists.register(Lines.of(questions));
            parts.add(parsed(lines, line -> question(line, lines.place())));
        }
        return Iterators.concat(parts.iterator());
    }

    private int count() throws IOException {
        try (Closer lists = Closer.create()) {
            return Iterators.size(all(lists));
        }
    }

    private static Iterator<Question> parsed(Lines lines, Function<String, Question> parser) {
        return new AbstractIterator<>() {
            @Override
            protected @Nullable Question computeNext() {
                Question question = null;
                try {
                    String line = lines.next();
                    question = line == null ? endOfData() : parser.apply(line);
                    return question;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    if (question == null) {
                        close(lines);
                    }
                }
            }
        };
    }

    private static void close(Lines lines) {
        try {
            lines.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Question question(String line, String place) {
        int tab = line.indexOf('\t');
        try {
            if (tab < 0) {
                throw new IllegalArgumentException("there is no tab");
            }
            byte[] key = KeyForm.Text.HEX.parse(line.substring(tab + 1));
            return new Question(key, null, OptionalLong.of(Long.parseUnsignedLong(line.substring(0, tab))));
        } catch (NumberFormatException e) {
            String offset = KeyForm.Text.quoted(line.substring(0, tab));
            throw wrongUsage(place + ": not blockOffset<TAB>keyHex: " + offset + " is not an offset");
        } catch (IllegalArgumentException e) {
            throw wrongUsage(place + ": not blockOffset<TAB>keyHex: " + e.getMessage());
        }
    }
}
