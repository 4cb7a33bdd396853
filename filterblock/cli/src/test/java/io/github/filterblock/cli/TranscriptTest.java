// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.Databases;
import io.github.filterblock.durable.OpenFiles;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.GoldenDatabase;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.TablePlan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the tool prints, recorded: a change of the text must be looked at.
 *
 * <p>Each transcript is a list of commands, run one after the other in an empty folder. A line that begins with {@code
 * $} is a command; what it printed and its exit status follow, or both in one line if it printed nothing but a line of
 * error. A word that begins with a slash is a file in the folder; DB are the golden databases, DR and TR databases and
 * tables that users reported, PT tables of Pebble's writer, RB and RF RocksDB's block-based and its other filters,
 * {@code tables} and {@code damaged} the corpus; quotes hold blanks or nothing. {@code filterblock} may read a file
 * with {@code <} and write one with {@code >}; {@code hex} prints the bytes of a file; the other commands are those of
 * {@link #prepare}.
 * Lines that begin with {@code #} are comments.
 *
 * <p>{@code -Dfilterblock.record=true} writes what follows the commands again.
 */
class TranscriptTest {
    private static final boolean RECORD = Boolean.getBoolean("filterblock.record");
    private static final Path RECORDS = Path.of("src/test/resources/io/github/filterblock/cli");
    private static final String CORPUS = Corpus.bundled().directory() + "/";
    private static final String ROCKSDB = RocksDbFilterCorpus.bundled().directory() + "/";
    private static final String BLOCK_BASED = RecipeTables.rocksDb().directory() + "/";
    private static final String PEBBLE = PebbleCorpus.bundled().directory() + "/";
    private static final String DATABASES =
            GoldenDatabase.named("plyvel").directory().resolveSibling("") + "/";
    private static final String REPORTED = RECORDS.resolve("databases") + "/";
    private static final String TABLES = RECORDS.resolve("reported") + "/";
    private static final byte UNKNOWN_TYPE = (byte) 200;
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

    @TempDir
    private Path folder;

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(RECORDS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".txt"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void theOutputIsTheRecordedOne(String name) throws IOException {
        Path record = RECORDS.resolve(name);
        String recorded = Files.readString(record);
        StringBuilder transcript = new StringBuilder();
        for (String line : recorded.lines().toList()) {
            if (line.startsWith("$ ") || line.startsWith("#")) {
                transcript.append(line).append('\n');
            }
            if (line.startsWith("$ ")) {
                transcript.append(answer(line.substring(2)));
                for (String directory : List.of(folder.toString(), CORPUS, ROCKSDB, BLOCK_BASED, DATABASES)) {
                    assertEquals(List.of(), OpenFiles.in(Path.of(directory)), line);
                }
            }
        }
        if (RECORD) {
            Files.writeString(record, transcript);
        }
        assertEquals(RECORD ? transcript.toString() : recorded, transcript.toString());
    }

    private String answer(String command) throws IOException {
        List<String> words = WORD.matcher(command)
                .results()
                .map(word -> word.group(1) == null ? inFolder(word.group()) : word.group(1))
                .toList();
        if (words.get(0).equals("filterblock")) {
            return ofTool(words.subList(1, words.size()));
        }
        if (words.get(0).equals("hex")) {
            return HexFormat.of().formatHex(Files.readAllBytes(Path.of(words.get(1)))) + "\n";
        }
        prepare(words.get(0), words.subList(1, words.size()));
        return "";
    }

    private String inFolder(String word) {
        return word.replaceFirst("^(--[a-z-]+=)?/", "$1" + folder + "/")
                .replaceFirst("^DB/", DATABASES)
                .replaceFirst("^DR/", REPORTED)
                .replaceFirst("^TR/", TABLES)
                .replaceFirst("^PT/", PEBBLE)
                .replaceFirst("^RF/", ROCKSDB)
                .replaceFirst("^RB/", BLOCK_BASED)
                .replaceFirst("^(tables|damaged)/", CORPUS + "$1/");
    }

    /** Without what depends on the folder, the system or the JDK. */
    private String stable(String text) {
        return text.replace(folder + "/", "/")
                .replace(folder.toString(), "/")
                .replace(DATABASES, "DB/")
                .replace(REPORTED, "DR/")
                .replace(TABLES, "TR/")
                .replace(PEBBLE, "PT/")
                .replace(ROCKSDB, "RF/")
                .replace(BLOCK_BASED, "RB/")
                .replace(CORPUS, "")
                .replaceAll("(levels of symbolic links) or .*", "$1")
                .replace("Not a directory", "no such file")
                .replace(System.lineSeparator(), "\n");
    }

    private String ofTool(List<String> line) throws IOException {
        Map<Path, FileTime> before = files();
        int end = line.size() - (line.contains("<") || line.contains(">") ? 2 : 0);
        InputStream input = System.in;
        if (line.contains("<")) {
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(last(line))));
        }
        ToolRun run;
        try {
            run = ToolRun.of(line.subList(0, end).toArray());
        } finally {
            System.setIn(input);
        }
        assertFalse((run.out() + run.err()).contains("Exception"), run::toString);
        boolean refused = run.out().isEmpty() && run.err().lines().count() == 1 && run.status() > 0;
        if (refused || !List.of("rebuild", "retrofit", "publish").contains(line.get(0)) && !line.contains("--html")) {
            assertEquals(before, files(), line::toString);
        }
        String out = run.out();
        if (line.contains(">")) {
            Files.writeString(last(line), out);
            out = "";
        }
        return refused
                ? run.status() + " " + stable(run.err())
                : stable(out) + (run.err().isEmpty() ? "" : "standard error:\n" + stable(run.err())) + "exit status "
                        + run.status() + "\n";
    }

    private static Path last(List<String> line) {
        return Path.of(line.get(line.size() - 1));
    }

    /** All below the folder; an unfinished output that is deleted again may change the time of a directory. */
    private Map<Path, FileTime> files() throws IOException {
        Map<Path, FileTime> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.toList()) {
                FileTime time = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
                files.put(path, Files.isDirectory(path) ? FileTime.fromMillis(0) : time);
            }
        }
        return files;
    }

    /** The place of a part of a table: a data block by its number, the metaindex, the index, or what an entry names. */
    private static BlockHandle handle(Path file, String part) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            TableStructure structure = table.structure();
            return switch (part) {
                case "metaindex" -> structure.footer().metaindex();
                case "index" -> structure.footer().index();
                default ->
                    part.matches("[0-9]+")
                            ? structure.index().get(Integer.parseInt(part)).handle()
                            : structure.metaindex().stream()
                                    .filter(entry -> entry.key().startsWith(part))
                                    .findFirst()
                                    .orElseThrow()
                                    .handle()
                                    .orElseThrow();
            };
        }
    }

    /**
     * Makes a table of blocks, each of keys with commas between them, or another file; copies, links, damages
     * one; {@code undecode} gives a block of one a type that no program writes, and the checksum that goes with it.
     */
    private void prepare(String command, List<String> words) throws IOException {
        Path file = Path.of(words.get(0));
        String second = words.size() < 2 ? "" : words.get(1);
        Files.createDirectories(file.getParent());
        switch (command) {
            case "table" -> {
                TestTable table = TestTable.ofWholeKeys();
                words.subList(1, words.size())
                        .forEach(block -> table.block(Arrays.stream(block.split(",", -1))
                                .map(KeyForm.Text.ESCAPED::parse)
                                .toArray(byte[][]::new)));
                Files.write(file, table.bytes());
            }
            case "write" -> Files.write(file, KeyForm.Text.ESCAPED.parse(second));
            case "mkdir" -> Files.createDirectory(file);
            case "fifo" -> Databases.makeFifo(file);
            case "rm" -> Files.delete(file);
            case "ln" -> Files.createSymbolicLink(Path.of(second), file);
            case "cp" -> {
                if (Files.isDirectory(file)) {
                    Databases.copy(file, Path.of(second));
                } else {
                    Files.createDirectories(Path.of(second).getParent());
                    Files.copy(file, Path.of(second), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            case "flip" -> {
                byte[] bytes = Files.readAllBytes(file);
                bytes[Math.floorMod(Integer.parseInt(second), bytes.length)] ^= 1;
                Files.write(file, bytes);
            }
            case "undecode" -> {
                BlockHandle handle = handle(file, second);
                byte[] bytes = Files.readAllBytes(file);
                int end = Math.toIntExact(handle.offset() + handle.size());
                bytes[end] = UNKNOWN_TYPE;
                int crc = TablePlan.maskedCrc(bytes, Math.toIntExact(handle.offset()), end + 1);
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(end + 1, crc);
                Files.write(file, bytes);
            }
            case "cut" -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), Integer.parseInt(second)));
            case "change" -> {
                String text = Files.readString(file, UTF_8);
                assertTrue(text.contains(second), second);
                Files.writeString(file, text.replace(second, words.get(2)));
            }
            case "same" -> assertEquals(-1, Files.mismatch(file, Path.of(second)), words::toString);
            default -> throw new IllegalArgumentException(command);
        }
    }
}
