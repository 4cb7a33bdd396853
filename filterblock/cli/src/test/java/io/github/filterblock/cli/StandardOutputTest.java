// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results that could not be printed are not taken for printed. */
@EnabledOnOs(OS.LINUX)
class StandardOutputTest {
    @TempDir
    Path directory;

    private final Path table = Golden.path("tb123-onekey").toAbsolutePath();

    @ParameterizedTest
    @ValueSource(strings = {"verify --json TABLE TABLE", "--help"})
    void aFullDiskIsReported(String words) throws IOException, InterruptedException {
        ToolRun run = new ToolProcess(directory).output("/dev/full").run(words.replace("TABLE", table.toString()));
        assertEquals(3, run.status());
        assertTrue(run.err().contains("filterblock: standard output: "), run.err());
        assertTrue(run.err().lines().count() <= 2, run.err());
    }

    /** A process may write its memory through this file, but there is none at address 0. */
    @ParameterizedTest
    @ValueSource(strings = {"rebuild TABLE rebuilt.ldb", "explain --json TABLE key00000000", "completion"})
    void anErrorOfTheDeviceIsReported(String words) throws IOException, InterruptedException {
        ToolRun run = new ToolProcess(directory)
                .before("exec 9> /proc/self/mem")
                .output("/dev/null")
                .run(words.replace("TABLE", table.toString()) + " >&9");
        assertEquals(3, run.status(), run.err());
        assertTrue(run.err().contains("filterblock: standard output: Input/output error"), run.err());
        assertTrue(run.err().lines().count() <= 2, run.err());
    }

    @Test
    void aClosedOutputIsReported() throws IOException, InterruptedException {
        ToolRun run = new ToolProcess(directory).run("inspect '" + table + "' >&-");
        assertEquals(3, run.status());
        assertTrue(run.err().contains("filterblock: standard output: "), run.err());
    }

    /** As {@code head} does. */
    @Test
    void aClosedPipeIsQuiet() throws IOException, InterruptedException {
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i < 2000; i++) {
            Files.createLink(many.resolve(i + ".ldb"), table);
        }
        ToolRun run = new ToolProcess(directory).output(">(head -1 > first)").run("inspect many");
        assertEquals(0, run.status());
        assertEquals("", run.err());
    }

    /** Fails for another reason each time. */
    private static final class Failing extends OutputStream {
        private final String reason;
        private int failures;

        Failing(String reason) {
            this.reason = reason;
        }

        @Override
        public void write(int octet) throws IOException {
            throw new IOException(reason + (failures++ == 0 ? "" : " again"));
        }
    }

    @Test
    void theFirstReasonIsKept() {
        StandardOutput output = new StandardOutput(new Failing("No space left on device"));
        assertEquals(Optional.empty(), output.failure(false));
        assertThrows(IOException.class, () -> output.write('a'));
        assertThrows(IOException.class, () -> output.write(new byte[] {'a'}, 0, 1));
        assertEquals(Optional.of("No space left on device"), output.failure(false));
    }

    /** The program behind a pipe may stop reading whenever it likes; some systems only say so in words. */
    @Test
    void aPipeThatIsClosedIsNoFailure() {
        StandardOutput words = new StandardOutput(new Failing("Broken Pipe"));
        assertThrows(IOException.class, () -> words.write('a'));
        assertEquals(Optional.empty(), words.failure(false));
        StandardOutput pipe = new StandardOutput(new Failing("Input/output error"));
        assertThrows(IOException.class, () -> pipe.write('a'));
        assertEquals(Optional.empty(), pipe.failure(true));
    }
}
