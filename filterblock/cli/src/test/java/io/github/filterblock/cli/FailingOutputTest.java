// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is remembered of an output that fails. */
class FailingOutputTest {
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
