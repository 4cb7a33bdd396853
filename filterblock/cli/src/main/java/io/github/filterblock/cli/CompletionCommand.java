// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The verb {@code completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script that completes verbs, options and files of a command called filterblock, in bash and zsh.",
            "%nSuch a command is, for example, the function filterblock() { java -jar filterblock-cli.jar \"$$@\"; }"
        },
        footerHeading = "%nExample:%n",
        footer = "  source <(filterblock completion)")
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandSpec root = spec.root();
        spec.commandLine().getOut().print(AutoComplete.bash(root.name(), root.commandLine()));
        return ExitStatus.WELL;
    }
}
