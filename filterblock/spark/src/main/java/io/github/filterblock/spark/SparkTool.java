// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.AuditOptions;
import io.github.filterblock.cli.ExitStatus;
import io.github.filterblock.cli.FilterOptions;
import io.github.filterblock.cli.Range;
import io.github.filterblock.cli.TableLines;
import io.github.filterblock.cli.TerminalText;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that {@code spark-submit} starts: the verbs {@code verify} and {@code audit} as jobs on a cluster. */
@Command(
        name = "filterblock-spark.jar",
        description = "Examines LevelDB-family table files of any Hadoop file system on Spark. Inputs are only read.",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all is well",
            "1:problems were found",
            "2:wrong usage",
            "3:an input could not be read or is not a table, or the job failed"
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

    /** The verb {@code verify}. */
    @Command(
            name = "verify",
            description = "Checks every checksum, every rule of the format, and every key against its filter.")
    int verify(
            @Mixin JobOptions job,
            @Mixin FilterOptions filters,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "1000",
                            converter = Range.Length.class,
                            description = "most findings of a table; ${DEFAULT-VALUE} by default")
                    int limit)
            throws IOException {
        return job.run("verify", TableLines.verify(filters, limit));
    }

    /** The verb {@code audit}. */
    @Command(
            name = "audit",
            description =
                    "Measures how many absent keys the filters let pass, compares this with the expected rate, and"
                            + " shows the size and rate with other parameters.")
    int audit(@Mixin JobOptions job, @Mixin FilterOptions filters, @Mixin AuditOptions asking) throws IOException {
        return job.run("audit", TableLines.audit(filters, asking.seed(), asking.samples()));
    }

    /** Without a verb. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }
}
