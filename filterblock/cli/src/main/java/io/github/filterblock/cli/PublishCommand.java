// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.database.Database.KeyVisitor;
import io.github.filterblock.durable.FailureReason;
import io.github.filterblock.redis.PublishException;
import io.github.filterblock.redis.RedisBloomFilter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code publish}. */
@Command(
        name = "publish",
        description = {
            "Makes a Bloom filter of all keys for Redis, and uploads it or writes it to a file.",
            "Of a database, all live tables and the write-ahead logs are read; deleted keys count as keys. The filter"
                    + " is a snapshot: it denies nearly all keys that are added to the store later.",
            "FILE has what 'redis-cli -x SET KEY' reads, or the pieces of BF.SCANDUMP, each after 8 bytes of iterator"
                    + " and 4 of length. If anything is damaged, Redis and FILE stay as they are."
        },
        footerHeading = "%nExample:%n",
        footer = "  filterblock publish --go-zero users --to redis://localhost chainstate")
final class PublishCommand extends Verb<PublishDocument> {
    private static final String PASSWORD_VARIABLE = "FILTERBLOCK_REDIS_PASSWORD";
    private static final int SHOWN_EVERY = 1 << 16;

    @Mixin
    private FilterShapeOptions shape;

    @Option(names = "--to", paramLabel = "URI", description = "the server, or a node of the cluster: redis://...")
    private @Nullable String to;

    @Option(
            names = "--password-from",
            paramLabel = "FILE|-",
            description = "read the server's password from the first line of FILE; by default it is taken from URI, or"
                    + " else from the environment variable " + PASSWORD_VARIABLE)
    private @Nullable Path passwordFrom;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "write a file; the dump of an earlier run is replaced")
    private @Nullable Path out;

    @Option(names = "--replace", description = "replace a value of the same type under KEY, or the file")
    private boolean replace;

    @Option(
            names = "--equal-bytes",
            description = "equal keys have equal bytes, although the database's comparator is not known")
    private boolean equalBytes;

    @Option(names = "--dry-run", description = "make the filter, and send or write nothing")
    private boolean dryRun;

    @Option(names = "--keys-from", paramLabel = "FILE|-", description = "a key on each line of FILE, and no PATH")
    private @Nullable Path keysFrom;

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "tables, directories of tables, or databases")
    private List<Path> paths = List.of();

    @Mixin
    private KeyForm form;

    @Mixin
    private FilterOptions options;

    private @Nullable RedisServerAddress server;

    /**
     * A filter and the number of keys that were added to it.
     *
     * @param filter the filter
     * @param keys how many keys were added, each as often as it was found
     * @param sources the files that the keys are from
     * @param notes what to know of them, one line each
     */
    private record Filled(PublishedFilter filter, long keys, Set<Path> sources, Set<String> notes) {}

    /** Counts the keys that pass. */
    private static final class Counter implements KeyVisitor {
        private final KeyVisitor taker;
        private final Progress progress;
        private long keys;

        Counter(KeyVisitor taker, Progress progress) {
            this.taker = taker;
            this.progress = progress;
        }

        @Override
        public void key(byte[] key, int offset, int length) {
            taker.key(key, offset, length);
            keys++;
            if (keys % SHOWN_EVERY == 0) {
                progress.show();
            }
        }
    }

    PublishCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        check();
        return run(subject());
    }

    private void check() {
        shape.check();
        if (to != null && out != null || to == null && out == null && !dryRun) {
            throw wrongUsage("give either --to or --out");
        }
        if (passwordFrom != null && (to == null || passwordFrom.equals(keysFrom))) {
            throw wrongUsage("--password-from needs --to, and a file other than that of --keys-from");
        }
        if (paths.isEmpty() == (keysFrom == null)) {
            throw wrongUsage("give PATHs or --keys-from");
        }
        if (paths.stream().anyMatch(path -> path.toString().matches("rediss?:.*"))) {
            throw wrongUsage("a URI is given where a PATH is expected; put --to before it");
        }
    }

    private Path subject() {
        return keysFrom == null ? paths.get(0) : keysFrom;
    }

    @Override
    PublishDocument examine(Path subject) throws Failure {
        try {
            return publish();
        } catch (RedisServerAddress.NoConnectionException e) {
            throw failure("not-published", e.getMessage(), ExitStatus.UNREADABLE);
        } catch (PublishException e) {
            throw failure("not-published", server + ": " + e.getMessage(), status(e.reason()));
        } catch (RedisBloomFilter.FullException e) {
            throw failure("refused", e.getMessage() + "; raise --capacity, or use --expansion", ExitStatus.USAGE);
        } catch (IOException e) {
            throw Failure.of(subject(), e);
        }
    }

    private static int status(PublishException.Reason reason) {
        return switch (reason) {
            case KEY_EXISTS, OTHER_TYPE -> ExitStatus.FOUND;
            case LOST, REFUSED, NO_ANSWER, UNKNOWN -> ExitStatus.UNREADABLE;
        };
    }

    private Failure failure(String status, @Nullable String reason, int exitStatus) {
        return new Failure(TerminalText.name(subject()), status, String.valueOf(reason), exitStatus);
    }

    private PublishDocument publish() throws IOException, Failure {
        server = to == null ? null : address(to);
        Filled filled = filled();
        PublishedFilter filter = filled.filter();
        if (!dryRun && server != null) {
            server.use(publisher -> filter.send(replace ? publisher.replacing() : publisher, shape.keyBytes()));
        } else if (!dryRun && out != null) {
            write(filled, out);
        }
        String destination = server != null ? server.toString() : out != null ? TerminalText.name(out) : null;
        return new PublishDocument(
                Document.schema(PublishDocument.class),
                TerminalText.name(subject()),
                "ok",
                filled.notes().isEmpty() ? null : String.join("; ", filled.notes()),
                shape.format(),
                shape.key(),
                filled.keys(),
                filter.bits(),
                filter.bytes(),
                filter.expectedRate(filled.keys()),
                destination,
                !dryRun,
                filter.line(shape.key()));
    }

    @Override
    void print(PublishDocument document, Printer printer) {
        printer.heading(document.key(), document.written() ? "published" : "not published: a dry run", true);
        printer.line("keys", number(document.keys()));
        printer.line("bits", number(document.bits()));
        printer.line("bytes", number(document.bytes()));
        printer.line("expected rate", Formats.fill("%.2g", document.expectedRate()));
        if (document.destination() != null) {
            printer.line("to", document.destination());
        }
        printer.line("reader", document.line());
        if (document.reason() != null) {
            printer.line("note", document.reason());
        }
    }

    private void write(Filled filled, Path file) throws Failure {
        try {
            filled.filter().write(file, replace, filled.sources());
        } catch (FileAlreadyExistsException | NotDirectoryException | NoSuchFileException e) {
            throw wrongUsage(FailureReason.withFile(e));
        } catch (IOException e) {
            throw failure("not-published", FailureReason.withFile(e), ExitStatus.UNREADABLE);
        }
    }

    /** The filter of all keys; nothing has been sent or written yet. */
    private Filled filled() throws IOException, Failure {
        try (Progress progress = Progress.of(this, OptionalLong::empty)) {
            return keysFrom == null ? ofPaths(progress) : ofLines(keysFrom);
        }
    }

    /** Makes a filter of all keys of tables and databases, which are read twice if the number of keys must be known. */
    private Filled ofPaths(Progress progress) throws IOException, Failure {
        Runnable fileDone = () -> {
            progress.fileDone();
            progress.show();
        };
        try (KeySource source = new KeySource(paths, options.hints(), equalBytes, fileDone)) {
            Counter count = new Counter((key, offset, length) -> {}, progress);
            if (shape.needsCount()) {
                source.visit(count);
            }
            PublishedFilter filter = shape.create(count.keys);
            Counter added = new Counter(filter::add, progress);
            source.visit(added);
            source.checkUnchanged();
            return new Filled(filter, added.keys, source.files(), source.notes());
        }
    }

    /**
     * Makes a filter of the lines of a list, which are keys, added in this order. If their number must be known, the
     * list is read twice if that is possible; otherwise its keys are kept.
     */
    private Filled ofLines(Path source) throws IOException {
        List<byte[]> kept = new ArrayList<>();
        boolean keeps = shape.needsCount() && !Lines.areRepeatable(source);
        long count = shape.needsCount() ? eachLine(source, keeps ? kept::add : key -> {}) : 0;
        PublishedFilter filter = shape.create(count);
        Consumer<byte[]> adding = key -> filter.add(key, 0, key.length);
        if (keeps) {
            kept.forEach(adding);
        }
        Set<Path> files = Lines.areRepeatable(source) ? Set.of(source) : Set.of();
        return new Filled(filter, keeps ? count : eachLine(source, adding), files, Set.of());
    }

    /** Returns the number of lines. */
    private long eachLine(Path source, Consumer<byte[]> taker) throws IOException {
        long lines = 0;
        try (Lines list = Lines.of(source)) {
            for (String line = list.next(); line != null; line = list.next()) {
                taker.accept(form.parse(line));
                lines++;
            }
        }
        return lines;
    }

    private RedisServerAddress address(String uri) throws IOException {
        @Nullable String password = passwordFrom == null ? null : password(passwordFrom);
        if (password == null && !RedisServerAddress.hasPassword(uri)) {
            String variable = System.getenv(PASSWORD_VARIABLE);
            password = variable == null || variable.isEmpty() ? null : variable;
        }
        try {
            return RedisServerAddress.parse(uri, password);
        } catch (IllegalArgumentException e) {
            throw wrongUsage("--to: " + e.getMessage());
        }
    }

    private static String password(Path file) throws IOException {
        try (Lines lines = Lines.of(file)) {
            String password = lines.next();
            if (password == null || password.isEmpty()) {
                throw new IOException(file + ": there is no password in its first line");
            }
            return password;
        }
    }
}
