// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import java.util.List;
import picocli.CommandLine;

/**
 * The verbs of the command line. Only the one that is called is made: reading the annotations of all of them takes
 * longer than inspecting a small table.
 */
final class Verbs {
    private static final String COMPLETION = "completion";

    /** All verbs, in the order of the help. */
    static final List<String> NAMES =
            List.of("inspect", "verify", "query", "explain", "audit", "diff", "rebuild", "retrofit", COMPLETION);

    private Verbs() {}

    /** Adds the verb that the first word names; all of them if it names none, or the one that needs all. */
    static void addTo(CommandLine root, String... args) {
        boolean one = args.length > 0 && NAMES.contains(args[0]) && !args[0].equals(COMPLETION);
        for (String name : one ? List.of(args[0]) : NAMES) {
            root.addSubcommand(name, command(name));
        }
    }

    private static Object command(String name) {
        return switch (name) {
            case "inspect" -> new InspectCommand();
            case "verify" -> new VerifyCommand();
            case "query" -> new QueryCommand();
            case "explain" -> new ExplainCommand();
            case "audit" -> new AuditCommand();
            case "diff" -> new DiffCommand();
            case "rebuild" -> new RebuildCommand();
            case "retrofit" -> new RetrofitCommand();
            case COMPLETION -> new CompletionCommand();
            default -> throw new IllegalArgumentException("no verb: " + name);
        };
    }
}
