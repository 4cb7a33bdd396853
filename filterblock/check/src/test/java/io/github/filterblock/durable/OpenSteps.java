// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Steps of writing that a test of another package changes: those that are done are noted, and one of them fails. */
public class OpenSteps extends FileSteps {
    private final int failing;
    private final int mostBytes;
    private final List<String> done = new ArrayList<>();
    private int begun;

    public OpenSteps() {
        this(-1, Integer.MAX_VALUE);
    }

    /** Lets a step fail, counted from 0, and takes few bytes at once. */
    public OpenSteps(int failing, int mostBytes) {
        this.failing = failing;
        this.mostBytes = mostBytes;
    }

    /** Makes a directory that is filled by these steps. */
    public AtomicDirectory directory(Path target) throws IOException {
        return AtomicDirectory.create(target, this);
    }

    public List<String> done() {
        return done;
    }

    private interface Action {
        void take() throws IOException;
    }

    private void step(String name, Action action) throws IOException {
        if (begun++ == failing) {
            throw new IOException("step " + failing + " fails: " + name);
        }
        action.take();
        done.add(name);
    }

    @Override
    public FileChannel create(Path file, boolean privately) throws IOException {
        step("create " + file.getFileName(), () -> {});
        return super.create(file, privately);
    }

    @Override
    public int write(FileChannel channel, ByteBuffer bytes) throws IOException {
        ByteBuffer some = bytes.slice().limit(Math.min(mostBytes, bytes.remaining()));
        step("write", () -> super.write(channel, some));
        bytes.position(bytes.position() + some.position());
        return some.position();
    }

    @Override
    public void force(FileChannel channel) throws IOException {
        step("force", () -> super.force(channel));
    }

    @Override
    public void link(Path from, Path to) throws IOException {
        step("link", () -> super.link(from, to));
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        step("move to " + to.getFileName(), () -> super.move(from, to));
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        String name = folder.getFileName().toString().replaceFirst("-[0-9a-f]{8}$", "");
        step("force folder of " + name, () -> super.forceFolder(folder));
    }
}
