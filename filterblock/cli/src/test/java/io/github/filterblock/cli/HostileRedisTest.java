// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that repeat passwords, talk without an end or answer what no Redis answers. */
class HostileRedisTest {
    private static final String PASSWORD = "hush@hush";

    /** Answers each command, which is passed in one line, with a text; without one it hangs up. */
    private static final class Server implements AutoCloseable {
        private final ServerSocket socket;
        private final UnaryOperator<String> answers;

        Server(UnaryOperator<String> answers) throws IOException {
            this.answers = answers;
            this.socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            start(this::accept);
        }

        private static void start(Runnable work) {
            Thread thread = new Thread(work, "hostile server");
            thread.setDaemon(true);
            thread.start();
        }

        String uri() {
            return "redis://alice:" + PASSWORD.replace("@", "%40") + "@127.0.0.1:" + socket.getLocalPort();
        }

        private void accept() {
            try {
                while (true) {
                    Socket client = socket.accept();
                    start(() -> serve(client));
                }
            } catch (IOException closed) {
                // the test is over
            }
        }

        private void serve(Socket client) {
            try (client) {
                InputStream in = new BufferedInputStream(client.getInputStream());
                OutputStream out = client.getOutputStream();
                String answer = "any";
                while (!answer.isEmpty()) {
                    StringBuilder command = new StringBuilder();
                    for (int i = number(in); i > 0; i--) {
                        command.append(new String(in.readNBytes(number(in)), StandardCharsets.ISO_8859_1));
                        in.readNBytes(2);
                    }
                    answer = answers.apply(command.toString().toUpperCase(Locale.ROOT));
                    out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
                    out.flush();
                }
            } catch (IOException gone) {
                // the client has seen enough
            }
        }

        /** The number of a line that starts with a sign of its kind. */
        private static int number(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int octet = in.read(); octet != '\n'; octet = in.read()) {
                if (octet < 0) {
                    throw new EOFException();
                }
                line.append((char) octet);
            }
            return Integer.parseInt(line.substring(1).trim());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** A server that publishes nothing, but answers like an old Redis otherwise. */
    private static String oldRedis(String command, String answerToScripts) {
        if (command.startsWith("HELLO")) {
            return "-ERR unknown command\r\n";
        }
        if (command.startsWith("EVAL")) {
            return answerToScripts;
        }
        return command.startsWith("INFO") ? "$0\r\n\r\n" : command.startsWith("PING") ? "+PONG\r\n" : "+OK\r\n";
    }

    private static void assertShort(UnaryOperator<String> answers) throws IOException {
        for (List<String> form : List.of(List.<String>of(), List.of("--json"))) {
            try (Server server = new Server(answers)) {
                ToolRun run = assertTimeoutPreemptively(
                        Duration.ofSeconds(60),
                        () -> ToolRun.of(
                                form, "publish", "--go-zero", "k", "--to", server.uri(), Golden.path("tb123-onekey")));
                assertEquals(3, run.status());
                if (form.isEmpty()) {
                    run.assertOneLineOfError(3, "not-published", "127.0.0.1");
                }
                String said = run.out() + run.err();
                for (String part : List.of("hush", "alice", "Index ", "heap space", "Exception")) {
                    assertFalse(said.contains(part), said);
                }
                assertTrue(said.length() < (form.isEmpty() ? 600 : 800), said);
            }
        }
    }

    /** As servers do that know neither HELLO nor AUTH. */
    @Test
    void anErrorBeforeAuthenticationIsNotRepeated() throws IOException {
        String echo = "-ERR unknown command, with args beginning with: `3` `AUTH` `alice` `" + PASSWORD + "`\r\n";
        assertShort(command -> echo);
    }

    /** An endless error is not read to its end; of a long one the end is cut and the password blotted out. */
    @Test
    void longErrorsAndRepliesThatNoRedisGivesAreCalledSo() throws IOException {
        for (String reply : List.of(
                "-ERR " + "x".repeat(30 << 20),
                "-ERR " + PASSWORD + "x".repeat(100_000),
                "-ERR " + "x".repeat(291) + PASSWORD + "x".repeat(1_000), // where the text is cut
                "*1\r\n".repeat(40) + ":1\r\n",
                "*2147483647\r\n",
                ":1\r\n",
                "%")) {
            String all = reply + (reply.startsWith("-") ? "\r\n" : " \r\n".repeat(10));
            assertShort(command -> all);
            assertShort(command -> oldRedis(command, all));
        }
    }

    /** Whatever the server says, none of the client's threads outlives the command for long. */
    @Test
    void noThreadIsLeft() throws IOException {
        try (Server server = new Server(command -> oldRedis(command, "-ERR no scripts\r\n"))) {
            ToolRun.of("publish", "--go-zero", "k", "--to", server.uri(), Golden.path("tb123-onekey"));
            assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                while (Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().startsWith("lettuce-"))) {
                    Thread.sleep(20);
                }
            });
        }
    }

    /** The reason is that of this program where the text of the server is not shown. */
    @ParameterizedTest
    @CsvSource({
        "-ERR no, 'the server answers the first commands with an error, which is not shown: it may'",
        "-NOAUTH no, NOAUTH",
        "+many, the server sent more than 4194304 bytes",
        ":1, the server does not speak the Redis protocol"
    })
    void whatIsWrongWithTheServerIsSaidInWords(String answer, String reason) throws IOException {
        String all = answer + (answer.equals("+many") ? "x".repeat(5 << 20) : "") + "\r\n";
        try (Server server = new Server(command -> all)) {
            ToolRun run = ToolRun.of("publish", "--go-zero", "k", "--to", server.uri(), Golden.path("tb123-onekey"));
            run.assertOneLineOfError(3, "/0: " + reason);
        }
    }

    @Test
    void aServerThatHangsUpWithoutAWordIsCalledAgain() throws IOException {
        for (int silent : new int[] {1, 100}) {
            AtomicInteger calls = new AtomicInteger();
            try (Server server = new Server(any -> calls.incrementAndGet() > silent ? "-WRONGPASS no\r\n" : "")) {
                ToolRun run =
                        ToolRun.of("publish", "--go-zero", "k", "--to", server.uri(), Golden.path("tb123-onekey"));
                run.assertOneLineOfError(3, silent == 1 ? "WRONGPASS" : "closed");
            }
            assertTrue(calls.get() < 10, calls::toString);
        }
    }

    @Test
    void aPasswordIsGivenOnce() {
        for (String uri : List.of("redis://h:1/2", "redis://alice@h:1/2", "redis://alice:@h:1/2")) {
            RedisServerAddress address = RedisServerAddress.parse(uri, "hush");
            assertEquals("redis://h:1/2", address.toString());
            assertEquals("a *** b", address.withoutPassword("a hush b"));
        }
    }

    /** That of the environment is for a URI without one. */
    @Test
    void thePasswordOfTheUriIsUsedDespiteTheEnvironment(@TempDir Path directory)
            throws IOException, InterruptedException {
        Queue<String> commands = new ConcurrentLinkedQueue<>();
        try (Server server = new Server(command -> {
            commands.add(command);
            return oldRedis(command, "-ERR no scripts\r\n");
        })) {
            ToolProcess process = new ToolProcess(directory).before("export FILTERBLOCK_REDIS_PASSWORD=from-outside");
            String table = "'" + Golden.path("tb123-onekey").toAbsolutePath() + "'";
            String uri = server.uri();
            assertEquals(
                    3,
                    process.run("publish --go-zero k --to " + uri + " " + table).status());
            assertTrue(said(commands, PASSWORD) && !said(commands, "from-outside"), commands::toString);
            commands.clear();
            String open = uri.replaceFirst("//.*@", "//");
            assertEquals(
                    3,
                    process.run("publish --go-zero k --to " + open + " " + table)
                            .status());
            assertTrue(said(commands, "from-outside"), commands::toString);
        }
    }

    private static boolean said(Queue<String> commands, String word) {
        return commands.stream().anyMatch(command -> command.contains(word.toUpperCase(Locale.ROOT)));
    }

    /** What stands alone before the host is the user of a password that is given elsewhere, as in the environment. */
    @Test
    void aUserAloneIsNoPassword() {
        for (String uri : List.of("redis://h:1", "redis://@h:1", "redis://alice@h:1", "redis://alice:@h:1")) {
            assertFalse(RedisServerAddress.hasPassword(uri), uri);
        }
        for (String uri : List.of("redis://:hush@h:1", "rediss://alice:hu:sh@h:1/2", "redis://alice:h%40@h")) {
            assertTrue(RedisServerAddress.hasPassword(uri), uri);
        }
        RedisServerAddress address = RedisServerAddress.parse("redis://alice@h:1/2", "hush");
        assertEquals("alice ***", address.withoutPassword("alice hush"));
    }
}
