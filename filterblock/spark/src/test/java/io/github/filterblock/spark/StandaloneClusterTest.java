// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job on a standalone Spark cluster: a master and two workers, processes of this machine. */
class StandaloneClusterTest {
    private static final long MAX_MILLIS = 60_000;

    @TempDir
    private Path directory;

    private final List<Commands.Running> started = new ArrayList<>();
    private final int port;

    StandaloneClusterTest() throws IOException {
        port = Commands.freePort();
    }

    private Commands.Running start(String kind, String options, Object... more) throws IOException {
        List<String> arguments = Commands.words(List.of(options.split(" ")), List.of(more));
        Commands.Running running = Commands.spark("org.apache.spark.deploy." + kind, "256m", arguments);
        started.add(running);
        return running;
    }

    private String master() {
        return "spark://127.0.0.1:" + port;
    }

    private void startMaster() throws IOException, InterruptedException {
        start("master.Master", "--host 127.0.0.1 --webui-port 0 --port", port);
        long end = System.currentTimeMillis() + MAX_MILLIS;
        while (!answers()) {
            assertTrue(System.currentTimeMillis() < end, "the master does not answer");
            Thread.sleep(100);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private Commands.Running startWorker(int number) throws IOException {
        String options = "--host 127.0.0.1 --webui-port 0 --cores 1 --memory 512m --work-dir";
        return start("worker.Worker", options, directory.resolve("worker-" + number), master());
    }

    /** Workers first: they would look for a master that has ended. */
    @AfterEach
    void stop() throws InterruptedException {
        for (int i = started.size() - 1; i >= 0; i--) {
            started.get(i).process().destroyForcibly().waitFor();
        }
    }

    @Test
    void aWorkerThatIsKilledInTheMiddleChangesNothing() throws IOException, InterruptedException {
        Path tables = ManyTables.directory();
        startMaster();
        Commands.Running first = startWorker(1);
        startWorker(2);
        Path output = directory.resolve("out");
        Commands.Running job = Commands.sparkSubmit(
                master(),
                List.of("--executor-memory", "512m", "--executor-cores", "1"),
                Commands.words("verify", "--task-size", "100", "--output", output, tables));
        started.add(job);
        while (Lines.parts(output).size() < 20 && job.process().isAlive()) {
            Thread.sleep(20);
        }
        int partsAtKill = Lines.parts(output).size();
        assertTrue(hasExecutor(1) && hasExecutor(2), "an executor on each worker");
        first.process().destroyForcibly().waitFor();
        assertFalse(Files.exists(output.resolve("merged.json")), "the job was too fast");

        Commands.Result result = job.await();
        assertEquals(ManyTables.toolStatus(), result.status(), result.err());
        Lines.assertAreThoseOfTheTool(ManyTables.toolLines(), output);
        assertTrue(Lines.parts(output).size() > partsAtKill, "the job was over");
        assertFalse(Files.exists(output.resolve("_temporary")));
    }

    private boolean hasExecutor(int worker) throws IOException {
        Path work = directory.resolve("worker-" + worker);
        try (Stream<Path> applications = Files.isDirectory(work) ? Files.list(work) : Stream.<Path>of()) {
            return applications.findAny().isPresent();
        }
    }
}
