// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.ExitStatus;
import io.github.filterblock.cli.TerminalText;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that {@code spark-submit} starts: the verbs {@code verify} and {@code audit} as jobs on a cluster. */
@Command(
        name = "filterblock-spark.jar",
        description = "Examines LevelDB-family table files of any Hadoop file system on Spark. Inputs are only read.",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        subcommands = {VerifyVerb.class, AuditVerb.class},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all is well",
            "1:something was found: damage, false negatives",
            "2:wrong usage",
            "3:an input could not be read or is no LevelDB table, or the job failed"
        })
public final class SparkTool implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private SparkTool() {}

    /**
     * Runs a job and ends the process with its exit status.
     *
     * @param args the words after the jar
     */
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT); // before anything is formatted
        System.exit(commandLine().execute(args));
    }

    /** The command. */
    static CommandLine commandLine() {
        return new CommandLine(new SparkTool())
                .setParameterExceptionHandler(SparkTool::wrongUsage)
                .setExecutionExceptionHandler(SparkTool::failed);
    }

    private static int wrongUsage(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        print(command, e.getMessage() + "; see --help");
        return ExitStatus.USAGE;
    }

    private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        print(command, message.lines().findFirst().orElse(""));
        return e instanceof JobOutput.UnusableOutputException ? ExitStatus.USAGE : ExitStatus.UNREADABLE;
    }

    private static void print(CommandLine command, String message) {
        command.getErr().println(TerminalText.escaped("filterblock: " + message));
        command.getErr().flush();
    }

    /** Without a verb. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }
}
