// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.durable.FailureReason;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code filterblock}. */
@Command(
        name = "filterblock",
        description = "Inspects, verifies and rebuilds filters in LevelDB, RocksDB and Pebble tables. Inputs are never"
                + " changed.",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        scope = ScopeType.INHERIT,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all is well",
            "1:problems found: damage, false negatives, an absent key",
            "2:wrong usage",
            "3:an input could not be read or is not a table, or the output could not be written"
        })
public final class FilterBlockTool implements Callable<Integer> {
    /** All verbs, in the order of the help. */
    static final List<String> VERBS = List.of(
            "inspect", "verify", "keys", "query", "explain", "audit", "rebuild", "retrofit", "publish", "completion");

    /** The least width that the help can have. */
    private static final int MIN_HELP_WIDTH = 55;

    private static final int MAX_HELP_WIDTH = 120;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final Session session;

    FilterBlockTool(Session session) {
        this.session = session;
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
        int status = withinMemory(err, () -> {
            Optional<String> lost = lostWord(Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")), args);
            lost.ifPresent(word -> err.println("filterblock: '" + TerminalText.escaped(word) + "': this locale cannot"
                    + " express the argument: set LC_ALL=C.UTF-8, and write a key that is not UTF-8 with --hex"));
            return lost.isPresent() ? ExitStatus.USAGE : run(Terminals.ofProcess(), out, err, args);
        });
        out.flush();
        Optional<String> failure = output.failure();
        failure.ifPresent(reason -> err.println("filterblock: standard output: " + TerminalText.escaped(reason)));
        return failure.isPresent() ? Math.max(status, ExitStatus.UNREADABLE) : status;
    }

    /** The exit status of a command; where memory runs out, that of an unreadable file, with a message. */
    static int withinMemory(PrintWriter err, IntSupplier command) {
        try {
            return command.getAsInt();
        } catch (OutOfMemoryError e) {
            err.println("filterblock: " + Failure.tooLittleMemory());
            return ExitStatus.UNREADABLE;
        }
    }

    /**
     * The first word in which Java replaced something that it could not decode, by U+FFFD, or in ASCII by a question
     * mark. A word that has such a character itself looks the same.
     */
    static Optional<String> lostWord(Charset charset, String... args) {
        boolean ascii = charset.equals(StandardCharsets.US_ASCII);
        return Stream.of(args)
                .filter(word -> word.indexOf('\ufffd') >= 0 || ascii && word.indexOf('?') >= 0)
                .findFirst();
    }

    /** Runs the command with the given outputs, which are not terminals, and returns its exit status. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return run(Terminals.NONE, out, err, args);
    }

    /** Runs the command with the given outputs and returns its exit status. */
    static int run(Terminals terminals, PrintWriter out, PrintWriter err, String... args) {
        Session session = new Session(terminals);
        FilterBlockTool tool = new FilterBlockTool(session);
        CommandLine commandLine = new CommandLine(tool);
        String[] words = withoutHelpVerb(args);
        addVerbs(commandLine, session, words);
        commandLine
                .registerConverter(Path.class, OutputFile::path)
                .setExpandAtFiles(false) // a key may begin with @
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminals.colour() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(helpWidth(terminals))
                .setParameterExceptionHandler(FilterBlockTool::wrongUsage)
                .setExecutionExceptionHandler((e, command, parsed) -> tool.failed(e, err));
        int status = commandLine.execute(words);
        out.flush();
        err.flush();
        return status;
    }

    /** The help is as wide as the terminal, but no wider than what is easy to read. */
    private static int helpWidth(Terminals terminals) {
        return terminals.outputIsTerminal()
                ? Math.max(
                        MIN_HELP_WIDTH,
                        Math.min(MAX_HELP_WIDTH, terminals.width().getAsInt()))
                : Terminals.USUAL_WIDTH;
    }

    /** {@code help} and {@code help VERB} ask for what {@code --help} and {@code VERB --help} print. */
    private static String[] withoutHelpVerb(String... args) {
        if (args.length == 0 || !args[0].equals("help")) {
            return args;
        }
        boolean known = args.length == 1 || VERBS.contains(args[1]);
        return Stream.concat(Stream.of(args).skip(1), Stream.of("--help").filter(help -> known))
                .toArray(String[]::new);
    }

    /**
     * Adds the verb that the first word names; all of them if it names none, or the one that needs all. Reading the
     * annotations of all verbs takes longer than inspecting a small table.
     */
    private static void addVerbs(CommandLine root, Session session, String... args) {
        String verb = args.length == 0 ? "" : args[0];
        boolean one = VERBS.contains(verb) && !verb.equals("completion");
        for (String name : one ? List.of(verb) : VERBS) {
            root.addSubcommand(name, command(name, session));
        }
    }

    private static Object command(String verb, Session session) {
        return switch (verb) {
            case "inspect" -> new InspectCommand(session);
            case "verify" -> new VerifyCommand(session);
            case "keys" -> new KeysCommand(session);
            case "query" -> new QueryCommand(session);
            case "explain" -> new ExplainCommand(session);
            case "audit" -> new AuditCommand(session);
            case "rebuild" -> new RebuildCommand(session);
            case "retrofit" -> new RetrofitCommand(session);
            case "publish" -> new PublishCommand(session);
            case "completion" -> new CompletionCommand();
            default -> throw new IllegalArgumentException("no command: " + verb);
        };
    }

    private static int wrongUsage(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        String verb = command.getCommandSpec().qualifiedName();
        String message = e instanceof UnmatchedArgumentException unmatched ? unmatched(unmatched) : e.getMessage();
        command.getErr().println(oneLine(verb + ": " + message + "; see '" + verb + " --help'"));
        return ExitStatus.USAGE;
    }

    /** The words after an option that does not exist are out of place only because of it. */
    private static String unmatched(UnmatchedArgumentException e) {
        List<String> words = e.getUnmatched();
        String word = words.stream()
                .filter(unmatched -> unmatched.startsWith("-"))
                .findFirst()
                .orElse(words.get(0));
        boolean option = word.startsWith("-");
        boolean command = !option && e.getCommandLine().getParent() == null;
        if (command && new File(word).exists()) {
            return "there is no command '" + word + "'; did you mean: filterblock inspect " + word;
        }
        String what = option ? "there is no option '" : command ? "there is no command '" : "unexpected argument '";
        Optional<String> nearest = option
                ? Nearest.to(word.replaceFirst("=.*", ""), options(e))
                : command ? Nearest.to(word, VERBS) : Optional.empty();
        return what + word + "'"
                + nearest.map(each -> "; did you mean '" + each + "'?")
                        .orElse(command ? ", only " + String.join(", ", VERBS) : "");
    }

    private static List<String> options(UnmatchedArgumentException e) {
        return e.getCommandLine().getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .toList();
    }

    private int failed(Exception failure, PrintWriter err) {
        Throwable e = failure instanceof UncheckedIOException ? Objects.requireNonNull(failure.getCause()) : failure;
        if (session.debug()) {
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

    /** The verb {@code completion}; picocli's own takes any option for a good one. */
    @Command(
            name = "completion",
            description =
                    "Prints a script that completes commands, options and files of the command filterblock, in bash and"
                            + " zsh.",
            footerHeading = "%nExample:%n",
            footer = "  source <(filterblock completion)")
    static final class CompletionCommand implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            CommandSpec root = spec.root();
            spec.commandLine().getOut().print(AutoComplete.bash(root.name(), root.commandLine()));
            return ExitStatus.WELL;
        }
    }

    /** Without a verb. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }
}
