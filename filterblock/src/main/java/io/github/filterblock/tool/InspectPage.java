// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.tool.html.PageBuilder;
import io.github.filterblock.tool.output.Figures;
import io.github.filterblock.tool.output.Form;
import io.github.filterblock.tool.output.Outcome;
import io.github.filterblock.tool.output.TerminalText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The page of {@code inspect --html}. It is written when all files were examined, complete or not at all, and replaces a
 * page of ours and nothing else: the page of last week is worth less than the trouble of removing it.
 */
final class InspectPage implements Form<Outcome<TableAnalysis>> {
    private final CommandLine command;
    private final Path out;
    private final Form<Outcome<TableAnalysis>> beside;
    private final PageBuilder builder = new PageBuilder();

    private InspectPage(CommandLine command, Path out, Form<Outcome<TableAnalysis>> beside) {
        this.command = command;
        this.out = out;
        this.beside = beside;
    }

    /**
     * A page that is still to be written; where it must not be, that is wrong usage, and told beforehand.
     *
     * @param beside what each result is printed in as well
     */
    static InspectPage to(Path out, CommandLine command, Form<Outcome<TableAnalysis>> beside) throws IOException {
        InspectPage page = new InspectPage(command, out, beside);
        page.refuseOthers();
        return page;
    }

    /** Refuses to be written over a file that is looked at. */
    void refuseInput(Path input) throws IOException {
        if (Files.exists(out) && Files.exists(input) && Files.isSameFile(input, out)) {
            throw refused("is an input as well");
        }
    }

    private void refuseOthers() throws IOException {
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw refused("its folder does not exist");
        }
        if (Files.exists(out, LinkOption.NOFOLLOW_LINKS) && !isPage()) {
            throw refused("exists and is no page of this program, so it is not replaced");
        }
    }

    private ParameterException refused(String reason) {
        return new ParameterException(command, "--html: " + out + ": " + reason);
    }

    private boolean isPage() throws IOException {
        if (!Files.isRegularFile(out, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        byte[] beginning = PageBuilder.BEGINNING.getBytes(UTF_8);
        try (InputStream in = Files.newInputStream(out)) {
            return Arrays.equals(in.readNBytes(beginning.length), beginning);
        }
    }

    @Override
    public void print(Outcome<TableAnalysis> outcome, PrintWriter results, PrintWriter err) {
        outcome.found().ifPresentOrElse(analysis -> builder.add(outcome.file(), analysis), () -> addFailure(outcome));
        beside.print(outcome, results, err);
    }

    private void addFailure(Outcome<TableAnalysis> outcome) {
        builder.addFailure(
                outcome.file(), outcome.tableStatus(), outcome.reason().orElse(""));
    }

    /** Writes the page and says where it is. */
    void finish(PrintWriter remarks) throws IOException {
        refuseOthers();
        String ending = String.format(
                Locale.ROOT,
                ".filterblock-%08x.tmp",
                ThreadLocalRandom.current().nextInt());
        Path unfinished = out.resolveSibling(out.getFileName() + ending);
        try {
            try (Writer writer = Files.newBufferedWriter(unfinished, UTF_8, StandardOpenOption.CREATE_NEW)) {
                builder.writeTo(writer);
            }
            try (FileChannel written = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Files.move(unfinished, out, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        long bad = builder.needingAttention();
        remarks.println(TerminalText.escaped(out + ": a page of " + Figures.number(builder.tables(), "table")
                + (bad == 0 ? "" : ", " + Figures.number(bad) + " of them damaged or unreadable")));
    }
}
