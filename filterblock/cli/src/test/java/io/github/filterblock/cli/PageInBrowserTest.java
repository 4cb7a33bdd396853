// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.testdata.Corpus;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages in a real browser, as wide as on a desk, a tablet and a phone, light and dark: nothing is wider than the
 * window, no text lies on another, every picture has a size, and the colours follow the reader's choice.
 *
 * <p>The pages are put side by side into frames of one page, each of which a script measures. Skipped where there is no
 * Chromium.
 */
class PageInBrowserTest {
    private static final int[] WIDTHS = {1280, 800, 390};
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    /** Text in boxes of its own; a box inside of another is not compared with it. */
    private static final String MEASURE = """
            function measure(frame) {
              const page = frame.contentDocument, view = frame.contentWindow, faults = [];
              page.querySelectorAll('details').forEach(d => d.open = true);
              const words = 'h1,h2,dt,dd,small,figcaption,summary,.badge,.x span,.y span,.dots span,.legend span,'
                  + '.axis,.what,.where,.remarks li,th,footer p';
              const boxes = [...page.querySelectorAll(words)].filter(e => e.getClientRects().length
                  && e.textContent.trim() && !e.closest('.unseen') && !e.closest('.scroll'));
              const rects = boxes.map(e => e.getBoundingClientRect());
              for (let i = 0; i < boxes.length; i++) {
                if (rects[i].left < 0 || rects[i].right > view.innerWidth) {
                  faults.push('outside: ' + boxes[i].textContent);
                }
                for (let j = i + 1; j < boxes.length; j++) {
                  const a = rects[i], b = rects[j];
                  if (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
                      && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                      && !boxes[i].contains(boxes[j]) && !boxes[j].contains(boxes[i])) {
                    faults.push(boxes[i].textContent.trim() + ' lies on ' + boxes[j].textContent.trim());
                  }
                }
              }
              page.querySelectorAll('svg').forEach(e => {
                const box = e.getBoundingClientRect();
                if (box.width < 40 || box.height < 5) faults.push('a picture of ' + box.width + ' by ' + box.height);
              });
              const body = view.getComputedStyle(page.body);
              return {width: view.innerWidth, wide: page.scrollingElement.scrollWidth, words: boxes.length,
                  paper: body.backgroundColor, ink: body.color, faults: faults};
            }
            """;

    @TempDir
    Path directory;

    private static Optional<Path> browser() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> BROWSERS.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    void pagesFitEveryWindowInBothColours() throws IOException, InterruptedException {
        Optional<Path> browser = browser();
        assumeTrue(browser.isPresent(), "no " + String.join(", ", BROWSERS) + " on the path");
        Path frames = frames(List.of(
                page(List.of(Golden.path("cpp123-default"))),
                page(List.of(
                        Golden.path("chromium-indexeddb"), Golden.path("cpp123-nofilter"), directory.resolve("none"))),
                page(someTables()),
                page(Corpus.bundled().damaged().stream()
                        .map(file -> file.path())
                        .limit(12)
                        .toList())));
        JsonArray light = measured(browser.get(), frames, 1);
        JsonArray dark = measured(browser.get(), frames, 0);
        assertEquals(4 * WIDTHS.length, light.size());
        for (int i = 0; i < light.size(); i++) {
            JsonObject byDay = light.get(i).getAsJsonObject();
            JsonObject byNight = dark.get(i).getAsJsonObject();
            assertSound(byDay, WIDTHS[i % WIDTHS.length]);
            assertSound(byNight, WIDTHS[i % WIDTHS.length]);
            assertNotEquals(byDay.get("paper"), byNight.get("paper"));
            assertNotEquals(byDay.get("ink"), byNight.get("ink"));
        }
    }

    private static void assertSound(JsonObject page, int width) {
        assertEquals(width, page.get("width").getAsInt());
        assertTrue(page.get("wide").getAsInt() <= width, "wider than the window: " + page);
        assertTrue(page.get("words").getAsInt() > 30, page.toString());
        List<String> faults = new ArrayList<>();
        for (JsonElement fault : page.getAsJsonArray("faults")) {
            faults.add(fault.getAsString());
        }
        assertEquals(List.of(), faults, "at " + width + " pixels");
    }

    private List<Path> someTables() throws IOException {
        Path longName = directory.resolve("a-table-with-a-name-".repeat(8) + ".ldb");
        Files.copy(Golden.path("cpp123-longkeys"), longName);
        List<Path> tables = new ArrayList<>(List.of(longName));
        Corpus.bundled().tables().stream().limit(12).forEach(table -> tables.add(table.path()));
        return tables;
    }

    private String page(List<Path> files) throws IOException {
        Path out = directory.resolve("page.html");
        ToolRun.of(files, "inspect", "--html", out);
        return Files.readString(out);
    }

    /** The policy of a page that forbids scripts is kept: only the page around it has one. */
    private Path frames(List<String> pages) throws IOException {
        StringBuilder frames = new StringBuilder("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n");
        for (String page : pages) {
            for (int width : WIDTHS) {
                frames.append("<iframe width=\"")
                        .append(width)
                        .append("\" height=\"900\" style=\"border:0\" srcdoc=\"")
                        .append(page.replace("&", "&amp;").replace("\"", "&quot;"))
                        .append("\"></iframe>\n");
            }
        }
        frames.append("<pre id=\"measured\"></pre><script>").append(MEASURE).append("""
                window.onload = () => {
                  const measured = JSON.stringify([...document.querySelectorAll('iframe')].map(measure));
                  document.getElementById('measured').textContent = btoa(unescape(encodeURIComponent(measured)));
                };
                </script>
                """);
        return Files.writeString(directory.resolve("frames.html"), frames);
    }

    private JsonArray measured(Path browser, Path frames, int colours) throws IOException, InterruptedException {
        Path dump = Files.createTempFile(directory, "dump", ".html");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--hide-scrollbars",
                        "--user-data-dir=" + Files.createTempDirectory(directory, "profile"),
                        "--blink-settings=preferredColorScheme=" + colours,
                        "--dump-dom",
                        frames.toUri().toString())
                .redirectOutput(dump.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the browser does not end");
        } finally {
            process.destroyForcibly().waitFor();
        }
        String dom = Files.readString(dump, UTF_8);
        int start = dom.lastIndexOf("<pre id=\"measured\">") + 19;
        assertTrue(start > 19, () -> "nothing was measured: " + dom.substring(0, Math.min(500, dom.length())));
        String measured = dom.substring(start, dom.indexOf("</pre>", start));
        return JsonParser.parseString(new String(java.util.Base64.getDecoder().decode(measured), UTF_8))
                .getAsJsonArray();
    }
}
