// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.analysis.EntryKind;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableEntries;
import io.github.filterblock.analysis.TableProperties;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.database.KeyView;
import io.github.filterblock.database.KeyView.Shown;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code keys}. */
@Command(
        name = "keys",
        description = {
            "Lists the entries of tables in the order of the file: key, sequence number, kind. Of a directory, tables"
                    + " that its MANIFEST does not name are left out.",
            "Keys and values are text with \\xNN for a byte and \\\\ for a backslash, or, with --hex, hexadecimal"
                    + " digits."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  filterblock keys --from user1 --to user2 a.ldb",
            "  filterblock keys --bare a.ldb | filterblock query --escaped --keys-from - b"
        })
final class KeysCommand extends Verb<KeysDocument> {
    @Parameters(paramLabel = "PATH", arity = "1..*", description = "tables, or directories of .ldb and .sst files")
    private List<Path> paths = List.of();

    @Mixin
    private KeyForm form;

    @Option(names = "--from", paramLabel = "KEY", description = "leave out keys below KEY, in the order of their bytes")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "KEY", description = "leave out KEY and keys above it")
    private @Nullable String to;

    @Option(names = "--limit", paramLabel = "N", converter = Range.Length.class, description = "stop after N entries")
    private @Nullable Integer limit;

    @Option(names = "--values", description = "print values, too")
    private boolean values;

    @Option(names = "--bare", description = "print keys alone, for 'query --escaped --keys-from -'")
    private boolean bare;

    @Mixin
    private FilterOptions options;

    private byte @Nullable [] first;
    private byte @Nullable [] end;
    private long shown;
    private final Map<String, Long> statuses = new TreeMap<>();
    private long obsolete;

    KeysCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        if (bare && (values || json())) {
            throw wrongUsage("--bare prints keys alone; give it without --values and --json");
        }
        first = from == null ? null : form.parse(from);
        end = to == null ? null : form.parse(to);
        int[] exitStatus = {ExitStatus.WELL};
        TableFiles files = new TableFiles(
                paths.iterator(),
                warning -> {
                    err().println(TerminalText.escaped(warning));
                    exitStatus[0] = ExitStatus.UNREADABLE;
                },
                databases()::enter,
                databases()::hasAny,
                (path, why) -> {
                    boolean isLeftOut = TableFiles.isLeftOut(path);
                    if (isLeftOut) {
                        err().println(TerminalText.escaped(why));
                    }
                    return isLeftOut;
                });
        Set<Path> named = Set.copyOf(paths);
        while (wantsMore() && files.hasNext()) {
            Path file = Objects.requireNonNull(files.next());
            if (!named.contains(file) && Boolean.TRUE.equals(isObsolete(file))) {
                obsolete++;
            } else {
                exitStatus[0] = Math.max(exitStatus[0], run(file));
            }
        }
        if (json()) {
            out().println(Json.line(sum()));
        } else if (obsolete > 0) {
            err().println(number(obsolete, "table") + " left out: the MANIFEST does not name them");
        }
        return exitStatus[0];
    }

    private KeysDocument.Sum sum() {
        long files = statuses.values().stream().mapToLong(Long::longValue).sum();
        return new KeysDocument.Sum("filterblock.keys.sum/1", files, statuses, shown, obsolete);
    }

    @Override
    void noteFailure(Path file, FailureDocument failure) {
        statuses.merge(failure.status(), 1L, Long::sum);
    }

    private boolean wantsMore() {
        return (limit == null || shown < limit) && !out().checkError();
    }

    @Override
    KeysDocument examine(Path file) throws Failure {
        String name = TerminalText.name(file);
        return read(file, table -> {
            TableStructure structure = table.structure();
            Optional<KeyFormat> format = TableEntries.formatOf(table, structure, options.hints());
            long before = shown;
            KeyView view = databases().view(file);
            EnumSet<Shown> met = EnumSet.noneOf(Shown.class);
            TableEntries.Omitted omitted = visit(name, table, structure, format.orElse(KeyFormat.WHOLE_KEY), view, met);
            Optional<CorruptTableException> damage = structure.damage().stream()
                    .findFirst()
                    .or(() -> omitted.damage().stream().findFirst());
            TableStatus status = damage.map(
                            e -> e.reason().isUndecoded() ? TableStatus.INCOMPLETE : TableStatus.CORRUPT)
                    .orElse(TableStatus.OK);
            statuses.merge(status.id(), 1L, Long::sum);
            return new KeysDocument(
                    Document.schema(KeysDocument.class),
                    name,
                    status.id(),
                    damage.map(e -> reason(e, omitted.damageCount()))
                            .or(() -> met.contains(Shown.UNKNOWN) ? Optional.of(doubt(view)) : Optional.empty())
                            .orElse(null),
                    format.map(KeyFormat.USER_KEY::equals).orElse(null),
                    shown - before);
        });
    }

    private static String reason(CorruptTableException e, long damagedBlocks) {
        String others = damagedBlocks > 1 ? " (and " + number(damagedBlocks - 1) + " more data blocks)" : "";
        return Failure.at(e.offset(), e.detail()) + others + "; the entries of these blocks are not shown";
    }

    private static String doubt(KeyView view) {
        return view.replacesSuffixes()
                ? "the keys are shown as the file has them; the database shows them with another suffix"
                : "the database may show only some of these keys: their order is not known";
    }

    private TableEntries.Omitted visit(
            String name, TableFile table, TableStructure structure, KeyFormat format, KeyView view, Set<Shown> met)
            throws IOException {
        if (values && !TableEntries.showsValues(structure)) {
            err().println(TerminalText.escaped(
                    name + ": values of Pebble's format " + structure.footer().pebbleFormat() + " are not decoded"));
        }
        OptionalLong ofTable = TableProperties.of(structure).commonSequence();
        boolean basho = structure.origin().basho();
        boolean several = paths.size() > 1 || Files.isDirectory(paths.get(0));
        return TableEntries.visit(table, structure, format, values, entry -> {
            for (KeyView.Part part : view.parts()) {
                byte[] key = part.inDatabase(entry.key());
                Shown isShown = part.shows(key);
                if (isShown != Shown.NO && isInRange(key) && wantsMore()) {
                    met.add(isShown);
                    OptionalLong common = part.commonSequence();
                    print(key, entry, name, common.isPresent() ? common : ofTable, basho, several);
                    shown++;
                }
            }
            return wantsMore();
        });
    }

    private boolean isInRange(byte[] key) {
        return (first == null || Arrays.compareUnsigned(key, first) >= 0)
                && (end == null || Arrays.compareUnsigned(key, end) < 0);
    }

    private void print(
            byte[] key, TableEntries.Entry entry, String name, OptionalLong common, boolean basho, boolean several) {
        Long sequence = entry.sequence().isEmpty()
                ? null
                : Long.valueOf(common.orElse(entry.sequence().getAsLong()));
        String kind = entry.kind().isEmpty()
                ? null
                : EntryKind.of(entry.kind().getAsInt(), basho)
                        .map(EntryKind::id)
                        .orElse(String.valueOf(entry.kind().getAsInt()));
        if (json()) {
            Json.write(
                    new KeysDocument.Entry(
                            "filterblock.keys.entry/1",
                            name,
                            entry.blockOffset(),
                            HexFormat.of().formatHex(key),
                            sequence,
                            kind,
                            entry.value().map(HexFormat.of()::formatHex).orElse(null)),
                    out());
            out().println();
            return;
        }
        StringBuilder line = new StringBuilder(form.written(key));
        if (!bare) {
            line.append('\t').append(sequence == null ? "-" : "seq " + sequence);
            line.append('\t').append(kind == null ? "-" : kind);
            entry.value().ifPresent(value -> line.append('\t').append(form.written(value)));
            line.append(several ? "\t" + TerminalText.escaped(name) : "");
        }
        out().println(line);
    }

    @Override
    void print(KeysDocument document, Printer printer) {
        if (document.reason() != null) {
            String status = ExitStatus.isWell(document.status()) ? "" : document.status() + ": ";
            printer.remark(document.file(), status + document.reason());
        }
        if (document.tags() == null && document.entries() > 0) {
            printer.remark(
                    document.file(),
                    "keys are shown as they are stored: it is not known whether an 8-byte tag ends them; say so with"
                            + " --key-domain");
        }
    }
}
