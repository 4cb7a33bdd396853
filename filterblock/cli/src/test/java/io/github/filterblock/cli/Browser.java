// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Chromium, which draws pages side by side in frames of one page and lets a script look at each. */
final class Browser {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome", "chrome");

    private Browser() {}

    /** The browser, if one is installed. */
    static Optional<Path> find() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Skips a test where there is no browser; a build that must see the pages says so. */
    static void assumePresent() {
        boolean present = find().isPresent();
        assertTrue(present || !Boolean.getBoolean("filterblock.browser"), "no browser is installed");
        assumeTrue(present, "no " + String.join(", ", NAMES) + " on the path");
    }

    /**
     * A page in a frame.
     *
     * @param width in pixels
     * @param colours {@code light} or {@code dark}
     * @param question the function of the script that is called with the frame
     */
    record Frame(String page, int width, String colours, String question) {
        private String element() {
            return "<iframe width=\"" + width + "\" height=\"900\" style=\"border:0;color-scheme:" + colours
                    + "\" data-question=\"" + question + "\" srcdoc=\""
                    + page.replace("&", "&amp;").replace("\"", "&quot;") + "\"></iframe>\n";
        }
    }

    /**
     * Draws frames and calls a function of a script with each.
     *
     * @param directory where the browser may write
     */
    static JsonArray ask(Path directory, List<Frame> frames, String script) throws IOException {
        Path own = Files.createTempDirectory(directory, "browser");
        return answers(Files.writeString(own.resolve("frames.html"), document(frames, script)), own);
    }

    private static String document(List<Frame> frames, String script) {
        StringBuilder document = new StringBuilder("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n");
        frames.forEach(frame -> document.append(frame.element()));
        return document + "<pre id=\"answers\"></pre><script>" + script + """
                window.onload = () => {
                  const answers = JSON.stringify([...document.querySelectorAll('iframe')]
                      .map(frame => window[frame.dataset.question](frame)));
                  document.getElementById('answers').textContent = btoa(unescape(encodeURIComponent(answers)));
                };
                </script>
                """;
    }

    private static JsonArray answers(Path frames, Path directory) throws IOException {
        Path dump = directory.resolve("dump.html");
        Process process = new ProcessBuilder(
                        find().orElseThrow().toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--hide-scrollbars",
                        "--user-data-dir=" + directory.resolve("profile"),
                        "--dump-dom",
                        frames.toUri().toString())
                .redirectOutput(dump.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the browser does not end");
        } catch (InterruptedException e) {
            throw new IOException(e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String dom = Files.readString(dump, UTF_8);
        int start = dom.lastIndexOf("<pre id=\"answers\">") + 18;
        assertTrue(start > 18, () -> "there is no answer: " + dom.substring(0, Math.min(500, dom.length())));
        String answers = dom.substring(start, dom.indexOf("</pre>", start));
        return JsonParser.parseString(new String(Base64.getDecoder().decode(answers), UTF_8))
                .getAsJsonArray();
    }
}
