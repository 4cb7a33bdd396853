// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Throwables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that appears complete or not at all, whichever step fails, and whenever the machine stops. */
class AtomicFileTest {
    private static final byte[] CONTENTS = new byte[100];
    private static final byte[] OTHER = {1};

    static {
        new Random(1).nextBytes(CONTENTS);
    }

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("out.ldb");
    }

    /** In four writes, each of which the file may take in pieces. */
    private static void write(WritableByteChannel channel) throws IOException {
        for (int i = 0; i < CONTENTS.length; i += 25) {
            assertEquals(25, channel.write(ByteBuffer.wrap(CONTENTS, i, 25)));
        }
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }

    /** Lets a step fail, and takes few bytes at once. */
    private List<String> failing(int step, boolean cleansUp) {
        OpenSteps steps = new OpenSteps(step, 11) {
            @Override
            public void delete(Path path) throws IOException {
                if (cleansUp) {
                    super.delete(path);
                }
            }
        };
        FileSystemException e = assertThrows(FileSystemException.class, () -> write(steps));
        assertEquals(file.toString(), e.getFile());
        assertTrue(e.getMessage().contains(" failed: step " + step + " fails: "), e.getMessage());
        assertTrue(e.getCause().getMessage().startsWith("step "), e.getCause()::toString);
        return steps.done();
    }

    /** A step fails, or the power does: then nothing is cleaned up, and what was not forced is gone. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whicheverStepFailsThereIsNothingOrTheWholeFile(boolean power) throws IOException {
        OpenSteps all = new OpenSteps(-1, 11);
        write(all);
        Files.delete(file);
        List<String> steps = new ArrayList<>(Collections.nCopies(4 * 3, "write")); // in pieces of 11 and 3
        steps.addAll(List.of("force", "link", "force folder of " + folder.getFileName()));
        assertEquals(steps, all.done().subList(1, all.done().size()));
        for (int step = 0; step <= steps.size(); step++) {
            List<String> done = failing(step, !power);
            for (Path unforced : power && !done.contains("force") ? entries() : List.<Path>of()) {
                Files.write(unforced, new byte[0]);
            }
            assertEquals(done.contains("link"), Files.exists(file), "after step " + step);
            if (Files.exists(file)) {
                assertArrayEquals(CONTENTS, Files.readAllBytes(file), "after step " + step);
                Files.delete(file);
            }
            assertTrue(power || entries().isEmpty(), "after step " + step);
            AtomicFile.at(file).write(AtomicFileTest::write);
            assertArrayEquals(CONTENTS, Files.readAllBytes(file), "a left-over is not in the way");
            for (Path entry : entries()) {
                Files.delete(entry);
            }
        }
    }

    private void write(FileSteps steps) throws IOException {
        AtomicFile.at(file, steps).write(AtomicFileTest::write);
    }

    /** Writes the contents, does what is given, and expects that it fails. */
    private static <T extends Throwable> T failing(Class<T> type, AtomicFile output, AtomicFile.Contents last) {
        return assertThrows(
                type,
                () -> output.write(channel -> {
                    write(channel);
                    last.writeTo(channel);
                }));
    }

    @Test
    void contentsThatCannotBeMadeOrAreRefusedLeaveNothing() throws IOException {
        IOException mine = new IOException("mine");
        assertSame(mine, failing(IOException.class, AtomicFile.at(file), channel -> {
            throw mine;
        }));
        failing(IllegalStateException.class, AtomicFile.at(file), channel -> {
            throw new IllegalStateException();
        });
        failing(OutOfMemoryError.class, AtomicFile.at(file), channel -> {
            throw new OutOfMemoryError("mine");
        });
        IOException refused = assertThrows(
                IOException.class,
                () -> AtomicFile.at(file).write(AtomicFileTest::write, written -> {
                    assertArrayEquals(CONTENTS, Files.readAllBytes(written));
                    throw mine;
                }));
        assertSame(mine, refused);
        assertEquals(List.of(), entries());
    }

    @Test
    void aTemporaryFileThatCannotBeDeletedDoesNotHideWhatFailed() throws IOException {
        FileSteps sticky = new FileSteps() {
            @Override
            public void delete(Path path) throws IOException {
                throw new IOException("not deleted");
            }
        };
        IOException e = failing(IOException.class, AtomicFile.at(file, sticky), channel -> {
            throw new IOException("mine");
        });
        assertEquals("mine", e.getMessage());
        assertEquals("not deleted", e.getSuppressed()[0].getMessage());
    }

    @Test
    void whatExistsIsNotReplaced() throws IOException {
        Files.write(file, OTHER);
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
        for (Path there : List.of(file, link, folder, folder.getRoot())) {
            assertThrows(FileAlreadyExistsException.class, () -> AtomicFile.at(there), there::toString);
        }
        Path homeless = folder.resolve("none").resolve("out");
        NoSuchFileException none = assertThrows(NoSuchFileException.class, () -> AtomicFile.at(homeless));
        assertEquals(homeless + ": its folder does not exist", FailureReason.withFile(none));
        assertThrows(NotDirectoryException.class, () -> AtomicFile.at(file.resolve("out")));
        NoSuchFileException empty = assertThrows(NoSuchFileException.class, () -> AtomicFile.at(Path.of("")));
        assertEquals("an empty path names no file", FailureReason.of(empty));
        assertArrayEquals(OTHER, Files.readAllBytes(file));
    }

    private interface Linking {
        void link(Path from, Path to) throws IOException;
    }

    private static FileSteps linking(Linking step) {
        return new FileSteps() {
            @Override
            public void link(Path from, Path to) throws IOException {
                step.link(from, to);
            }
        };
    }

    /** While it is written, between the last check and the last step, and there without second names. */
    @Test
    void aFileThatAppearsMeanwhileIsNotReplaced() throws IOException {
        AtomicFile early = AtomicFile.at(file);
        failing(FileAlreadyExistsException.class, early, channel -> Files.write(file, OTHER));
        assertOtherIsThere();
        IOException late = assertThrows(
                FileAlreadyExistsException.class,
                () -> write(linking((from, to) -> {
                    Files.write(to, OTHER);
                    Files.createLink(to, from);
                })));
        assertEquals(file + ": was created meanwhile and is not replaced", FailureReason.withFile(late));
        assertOtherIsThere();
        assertThrows(
                FileAlreadyExistsException.class,
                () -> write(linking((from, to) -> {
                    Files.write(to, OTHER);
                    throw new UnsupportedOperationException();
                })));
        assertOtherIsThere();
    }

    private void assertOtherIsThere() throws IOException {
        assertEquals(List.of(file), entries());
        assertArrayEquals(OTHER, Files.readAllBytes(file));
        Files.delete(file);
    }

    @Test
    void aFileSystemWithoutSecondNamesWillDo() throws IOException {
        for (Exception refusal : List.of(
                new UnsupportedOperationException(),
                new FileSystemException("to", "from", "Operation not permitted"))) {
            write(linking((from, to) -> {
                Throwables.throwIfUnchecked(refusal);
                throw (FileSystemException) refusal;
            }));
            assertArrayEquals(CONTENTS, Files.readAllBytes(file));
            assertEquals(List.of(file), entries());
            Files.delete(file);
        }
    }

    @Test
    void aCopyOfAPrivateFileIsPrivateAlsoWhileItGrows() throws IOException {
        Path original = Files.createFile(folder.resolve("original"));
        Files.setPosixFilePermissions(original, PosixFilePermissions.fromString("r--r-----"));
        AtomicFile.at(file)
                .withPermissionsOf(List.of(original))
                .write(
                        channel -> {
                            List<Path> temporary = new ArrayList<>(entries());
                            temporary.remove(original);
                            assertEquals("rw-------", permissions(temporary.get(0)));
                            write(channel);
                        },
                        written -> assertEquals("rw-------", permissions(written)));
        assertEquals("r--r-----", permissions(file));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void anOlderFileOfOursIsReplacedAndNothingElse() throws IOException {
        AtomicFile.Replaceable ours = older -> Files.readAllBytes(older)[0] == 1;
        AtomicFile.replacing(file, ours).write(channel -> channel.write(ByteBuffer.wrap(new byte[] {1, 2})));
        AtomicFile.replacing(file, ours).write(channel -> channel.write(ByteBuffer.wrap(new byte[] {2, 3})));
        assertArrayEquals(new byte[] {2, 3}, Files.readAllBytes(file));
        assertThrows(FileAlreadyExistsException.class, () -> AtomicFile.replacing(file, ours));
        AtomicFile.replacing(file, older -> true)
                .withPermissionsOf(List.of(file))
                .write(channel -> channel.write(ByteBuffer.wrap(new byte[] {3})));
        assertArrayEquals(new byte[] {3}, Files.readAllBytes(file));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        for (Path never : List.of(link, folder)) {
            assertThrows(FileAlreadyExistsException.class, () -> AtomicFile.replacing(never, older -> true));
        }
    }

    @Test
    void anOlderFileThatAnotherProgramReplacesMeanwhileStays() throws IOException {
        Files.write(file, new byte[] {2});
        AtomicFile output = AtomicFile.replacing(file, older -> Files.readAllBytes(older)[0] == 2);
        failing(FileAlreadyExistsException.class, output, channel -> Files.write(file, OTHER));
        assertOtherIsThere();
    }

    /** It lies beside the file, so that a rename can give it its name; people may find it after a crash. */
    @Test
    void theTemporaryNameTellsWhoseItIs() throws IOException {
        for (String name : List.of("out.ldb", "a\tb.ldb", "n".repeat(73) + ".ldb")) {
            String stem = name.startsWith("n") ? "n".repeat(72) : name.replaceAll("[^ -~]", "_");
            AtomicFile.at(folder.resolve(name)).write(AtomicFileTest::write, written -> {
                assertEquals(folder, written.getParent());
                String temporary = written.getFileName().toString();
                assertTrue(temporary.matches(stem + "\\.filterblock-[0-9a-f]{8}\\.tmp"), temporary);
            });
        }
    }

    @Test
    void contentsMayNotCloseTheFile() throws IOException {
        AtomicFile.at(file).write(channel -> {
            channel.close();
            assertTrue(channel.isOpen());
            write(channel);
        });
        assertArrayEquals(CONTENTS, Files.readAllBytes(file));
    }

    @Test
    void aNameMayBeAsLongAsTheFileSystemAllows() throws IOException {
        Path longest = folder.resolve("n".repeat(251) + ".ldb");
        AtomicFile.at(longest).write(AtomicFileTest::write);
        assertEquals(List.of(longest), entries());
    }

    @Test
    void reasonsAreWords() {
        assertEquals("f: permission denied", FailureReason.withFile(new AccessDeniedException("f")));
        assertEquals("no such file", FailureReason.of(new NoSuchFileException("f")));
        assertEquals("f: why", FailureReason.withFile(new FileSystemException("f", null, "why")));
        assertEquals("No space left on device", FailureReason.withFile(new IOException("No space left on device")));
        assertEquals("IOException", FailureReason.of(new IOException()));
        assertEquals("is not a directory", FailureReason.of(new NotDirectoryException("f")));
        assertEquals("links form a loop", FailureReason.of(new FileSystemLoopException("f")));
        assertEquals("DirectoryNotEmptyException", FailureReason.of(new DirectoryNotEmptyException("f")));
        assertEquals("interrupted", FailureReason.of(new ClosedByInterruptException()));
    }

    @Test
    void aReasonNamesOnlyAnotherFile() {
        assertEquals("no such file", FailureReason.of(Path.of("f"), new NoSuchFileException("f")));
        assertEquals("g: no such file", FailureReason.of(Path.of("f"), new NoSuchFileException("g")));
        assertEquals("full", FailureReason.of(Path.of("f"), new IOException("full")));
    }
}
