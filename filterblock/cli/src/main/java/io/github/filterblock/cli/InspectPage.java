// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.cli.html.PageBuilder;
import io.github.filterblock.durable.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The page of {@code inspect --html}. It is written after all files have been examined, complete or not at all. It
 * replaces an older page without asking, and no other file.
 */
final class InspectPage implements Form<Outcome<TableReport>> {
    private final CommandLine command;
    private final Path out;
    private final AtomicFile file;
    private final Form<Outcome<TableReport>> beside;
    private final PageBuilder builder = new PageBuilder();
    private final List<Path> tables = new ArrayList<>();

    private InspectPage(CommandLine command, Path out, Form<Outcome<TableReport>> beside) throws IOException {
        this.command = command;
        this.out = out;
        this.file = complete(out);
        this.beside = beside;
    }

    /**
     * A page to be written later. If it must not be written there, this is wrong usage and is reported beforehand.
     *
     * @param beside the form in which each result is printed as well
     */
    static InspectPage to(Path out, CommandLine command, Form<Outcome<TableReport>> beside) throws IOException {
        return new InspectPage(command, out, beside);
    }

    /** Refuses to be written over an input. */
    void refuseInput(Path input) throws IOException {
        if (Files.exists(out) && Files.exists(input) && Files.isSameFile(input, out)) {
            throw refused("is an input as well");
        }
    }

    private AtomicFile complete(Path page) throws IOException {
        try {
            return AtomicFile.replacing(page, InspectPage::isPage);
        } catch (FileAlreadyExistsException e) {
            throw refused("exists and is no page of this program, so it is not replaced");
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw refused("its folder does not exist");
        }
    }

    private ParameterException refused(String reason) {
        return new ParameterException(command, "--html: " + out + ": " + reason);
    }

    private static boolean isPage(Path older) throws IOException {
        byte[] beginning = PageBuilder.BEGINNING.getBytes(UTF_8);
        try (InputStream in = Files.newInputStream(older)) {
            return Arrays.equals(in.readNBytes(beginning.length), beginning);
        }
    }

    @Override
    public void print(Outcome<TableReport> outcome, PrintWriter results, PrintWriter err) {
        outcome.found().ifPresentOrElse(analysis -> builder.add(outcome.file(), analysis), () -> addFailure(outcome));
        outcome.found().flatMap(found -> outcome.subject().path()).ifPresent(tables::add);
        beside.print(outcome, results, err);
    }

    private void addFailure(Outcome<TableReport> outcome) {
        builder.addFailure(
                outcome.file(), outcome.tableStatus(), outcome.reason().orElse(""));
    }

    /** Writes the page, readable by those who may read all its tables, and says where it is. */
    void finish(PrintWriter remarks) throws IOException {
        file.withPermissionsOf(tables).write(channel -> {
            Writer writer = Channels.newWriter(channel, UTF_8);
            builder.writeTo(writer);
            writer.flush();
        });
        long bad = builder.needingAttention();
        remarks.println(TerminalText.escaped(out + ": a page of " + Figures.number(builder.tables(), "table")
                + (bad == 0 ? "" : ", " + Figures.number(bad) + " of them damaged or unreadable")));
    }
}
