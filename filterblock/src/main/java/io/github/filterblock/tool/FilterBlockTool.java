// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.tool.output.ExitStatus;
import io.github.filterblock.tool.output.TerminalText;
import io.github.filterblock.tool.output.Terminals;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code filterblock}. */
@Command(
        name = "filterblock",
        description = "Looks into the filter blocks of LevelDB-family table files. Inputs are only read.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all is well",
            "1:something was found: damage, false negatives, a difference, an absent key",
            "2:wrong usage",
            "3:an input could not be read or is no LevelDB table"
        })
public final class FilterBlockTool implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", description = "show stack traces", scope = ScopeType.INHERIT, hidden = true)
    private boolean debug;

    private final Terminals terminals;

    private FilterBlockTool(Terminals terminals) {
        this.terminals = terminals;
    }

    /**
     * Runs the command and ends the process with its exit status.
     *
     * @param args the words after the command's name
     */
    public static void main(String[] args) {
        PrintWriter out = utf8(System.out);
        PrintWriter err = utf8(System.err);
        int status = run(Terminals.ofProcess(), out, err, args);
        out.flush();
        err.flush();
        System.exit(status);
    }

    private static PrintWriter utf8(PrintStream stream) {
        return new PrintWriter(new java.io.OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
    }

    /** Runs the command with the given outputs, which are no terminals, and returns its exit status. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return run(Terminals.NONE, out, err, args);
    }

    /** Runs the command with the given outputs and returns its exit status. */
    static int run(Terminals terminals, PrintWriter out, PrintWriter err, String... args) {
        FilterBlockTool tool = new FilterBlockTool(terminals);
        CommandLine commandLine = new CommandLine(tool);
        Verbs.addTo(commandLine, args);
        commandLine
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(FilterBlockTool::wrongUsage)
                .setExecutionExceptionHandler((e, command, parsed) -> tool.failed(e, err));
        int status = commandLine.execute(args);
        out.flush();
        err.flush();
        return status;
    }

    /** Where the command runs that a verb belongs to. */
    static Terminals terminals(CommandSpec verb) {
        return ((FilterBlockTool) verb.root().userObject()).terminals;
    }

    private static int wrongUsage(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        String verb = command.getCommandSpec().qualifiedName();
        command.getErr().println(oneLine(verb + ": " + e.getMessage() + "; see '" + verb + " --help'"));
        return ExitStatus.USAGE;
    }

    private int failed(Exception e, PrintWriter err) {
        if (debug) {
            e.printStackTrace(err);
        } else {
            String message = e.getMessage() == null ? e.toString() : e.getMessage();
            err.println(oneLine("filterblock: " + message));
        }
        return ExitStatus.UNREADABLE;
    }

    /** A message on one line: the lines of the libraries' messages are joined. */
    private static String oneLine(String text) {
        return TerminalText.escaped(text.lines().map(String::strip).collect(Collectors.joining(" ")));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a verb is missing");
    }
}
