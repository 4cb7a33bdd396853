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
import java.nio.file.InvalidPathException;
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
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code filterblock}. */
@Command(
        name = "filterblock",
        description = "Looks into the filter blocks of LevelDB-family table files. Inputs are never changed.",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        scope = ScopeType.INHERIT,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all is well",
            "1:something was found: damage, false negatives, an absent key",
            "2:wrong usage",
            "3:an input could not be read or is not a LevelDB table, or the output could not be written"
        })
public final class FilterBlockTool implements Callable<Integer> {
    /** All verbs, in the order of the help. */
    static final List<String> VERBS =
            List.of("inspect", "verify", "query", "explain", "audit", "rebuild", "retrofit", "publish", "completion");

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
        FilterBlockTool tool = new FilterBlockTool(terminals);
        CommandLine commandLine = new CommandLine(tool);
        String[] words = withoutHelpVerb(args);
        addVerbs(commandLine, words);
        commandLine
                .registerConverter(Path.class, FilterBlockTool::path)
                .setExpandAtFiles(false) // a key may begin with @
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(FilterBlockTool::wrongUsage)
                .setExecutionExceptionHandler((e, command, parsed) -> tool.failed(e, err));
        int status = commandLine.execute(words);
        out.flush();
        err.flush();
        return status;
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

    /**
     * Adds the verb that the first word names; all of them if it names none, or the one that needs all. Reading the
     * annotations of all verbs takes longer than inspecting a small table.
     */
    private static void addVerbs(CommandLine root, String... args) {
        String verb = args.length == 0 ? "" : args[0];
        boolean one = VERBS.contains(verb) && !verb.equals("completion");
        for (String name : one ? List.of(verb) : VERBS) {
            root.addSubcommand(name, command(name));
        }
    }

    private static Object command(String verb) {
        return switch (verb) {
            case "inspect" -> new InspectCommand();
            case "verify" -> new VerifyCommand();
            case "query" -> new QueryCommand();
            case "explain" -> new ExplainCommand();
            case "audit" -> new AuditCommand();
            case "rebuild" -> new RebuildCommand();
            case "retrofit" -> new RetrofitCommand();
            case "publish" -> new PublishCommand();
            case "completion" -> new CompletionCommand();
            default -> throw new IllegalArgumentException("no verb: " + verb);
        };
    }

    /** The file that a word names. */
    static Path path(String word) {
        if (word.isEmpty()) {
            throw new TypeConversionException("a path must not be empty");
        }
        try {
            return Path.of(word);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + word + "' is not a path: " + e.getReason());
        }
    }

    /** The file that is to be written under a name; without this, {@code folder/} would be a file called so. */
    static final class OutputFile implements ITypeConverter<Path> {
        @Override
        public Path convert(String word) {
            if (word.endsWith("/") || word.endsWith(File.separator)) {
                throw new TypeConversionException("'" + word + "' names a directory, not the file to write");
            }
            return path(word);
        }
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
        boolean verb = !option && e.getCommandLine().getParent() == null;
        if (verb && new File(word).exists()) {
            return "there is no verb '" + word + "', did you mean: filterblock inspect " + word;
        }
        Optional<String> nearest = e.getSuggestions().stream()
                .filter(each -> word.equals(words.get(0)))
                .filter(each -> !verb || each.regionMatches(true, 0, word, 0, 1))
                .findFirst();
        return (option ? "there is no option '" : verb ? "there is no verb '" : "unexpected argument '") + word + "'"
                + nearest.map(each -> ", did you mean '" + each + "'?").orElse(verb ? ", only " + verbs(e) : "");
    }

    private static String verbs(UnmatchedArgumentException e) {
        return String.join(", ", e.getCommandLine().getSubcommands().keySet());
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

    /** The verb {@code completion}; picocli's own takes any option for a good one. */
    @Command(
            name = "completion",
            description =
                    "Prints a script that completes verbs, options and files of the command filterblock, in bash and"
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
