// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.durable.FailureReason;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
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
            "3:an input could not be read or is no LevelDB table, or the output could not be written"
        })
public final class FilterBlockTool implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", description = "show stack traces", scope = ScopeType.INHERIT, hidden = true)
    private boolean debug;

    private final Terminals terminals;

    FilterBlockTool(Terminals terminals) {
        this.terminals = terminals;
    }

    /**
     * Runs the command and ends the process with its exit status.
     *
     * @param args the words after the command's name
     */
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT); // before anything is formatted
        StandardOutput output = new StandardOutput();
        PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), false);
        int status = run(output.writer(), err, args, output);
        err.flush();
        System.exit(status);
    }

    private static int run(PrintWriter out, PrintWriter err, String[] args, StandardOutput output) {
        int status;
        try {
            status = run(Terminals.ofProcess(), out, err, Words.ofProcess(args));
        } catch (OutOfMemoryError e) {
            err.println("filterblock: " + Work.tooLittleMemory());
            status = ExitStatus.UNREADABLE;
        }
        out.flush();
        Optional<String> failure = output.failure();
        failure.ifPresent(reason -> err.println("filterblock: standard output: " + TerminalText.escaped(reason)));
        return failure.isPresent() ? Math.max(status, ExitStatus.UNREADABLE) : status;
    }

    /** Runs the command with the given outputs, which are no terminals, and returns its exit status. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return run(Terminals.NONE, out, err, args);
    }

    /** Runs the command with the given outputs and returns its exit status. */
    static int run(Terminals terminals, PrintWriter out, PrintWriter err, String... args) {
        if (args.length > 0 && !args[0].startsWith("-") && !Verbs.NAMES.contains(args[0])) {
            err.println(TerminalText.escaped("filterblock: there is no verb '" + args[0] + "'" + Verbs.advice(args[0])
                    + "; see 'filterblock --help'"));
            return ExitStatus.USAGE;
        }
        FilterBlockTool tool = new FilterBlockTool(terminals);
        CommandLine commandLine = new CommandLine(tool);
        Verbs.addTo(commandLine, args);
        commandLine
                .setExpandAtFiles(false) // a key may begin with @
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

    /** The command to which a verb belongs. */
    static FilterBlockTool of(CommandSpec verb) {
        return (FilterBlockTool) verb.root().userObject();
    }

    /** Where the command runs. */
    Terminals terminals() {
        return terminals;
    }

    /** Whether stack traces are wanted. */
    boolean debug() {
        return debug;
    }

    private static int wrongUsage(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        String verb = command.getCommandSpec().qualifiedName();
        command.getErr().println(oneLine(verb + ": " + e.getMessage() + "; see '" + verb + " --help'"));
        return ExitStatus.USAGE;
    }

    private int failed(Exception failure, PrintWriter err) {
        Throwable e = failure instanceof UncheckedIOException ? Objects.requireNonNull(failure.getCause()) : failure;
        if (debug) {
            e.printStackTrace(err);
        } else {
            String message = e instanceof IOException unreadable
                    ? FailureReason.withFile(unreadable)
                    : e.getMessage() == null ? e.toString() : e.getMessage();
            err.println(oneLine("filterblock: " + message));
        }
        return ExitStatus.UNREADABLE;
    }

    /** A message on one line: the lines of the libraries' messages are joined. */
    private static String oneLine(String text) {
        return TerminalText.escaped(text.lines().map(String::strip).collect(Collectors.joining(" ")));
    }

    /** Without a verb. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }
}
