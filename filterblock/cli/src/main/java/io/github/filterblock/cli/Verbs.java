// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine;

/**
 * The verbs of the command line. Only the one that is called is created: reading the annotations of all of them takes
 * longer than inspecting a small table.
 */
final class Verbs {
    private static final String COMPLETION = "completion";

    /** All verbs, in the order of the help. */
    static final List<String> NAMES =
            List.of("inspect", "verify", "query", "explain", "audit", "rebuild", "retrofit", "publish", COMPLETION);

    private Verbs() {}

    /** The verb that is nearest to a misspelt word, for the end of a sentence. */
    static String advice(String word) {
        String nearest = Collections.min(NAMES, Comparator.comparingInt(name -> distance(word, name)));
        return distance(word, nearest) <= Math.max(3, word.length() / 2) ? ", did you mean '" + nearest + "'?" : "";
    }

    /** The number of letters that have to be added, removed or changed; none at the end of a word that is cut short. */
    private static int distance(String word, String verb) {
        if (verb.startsWith(word)) {
            return 0;
        }
        int[] row = IntStream.rangeClosed(0, verb.length()).toArray();
        for (int i = 1; i <= word.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= verb.length(); j++) {
                int changed = diagonal + (word.charAt(i - 1) == verb.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[verb.length()];
    }

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
            case "rebuild" -> new RebuildCommand();
            case "retrofit" -> new RetrofitCommand();
            case "publish" -> new PublishCommand();
            case COMPLETION -> new CompletionCommand();
            default -> throw new IllegalArgumentException("no verb: " + name);
        };
    }
}
