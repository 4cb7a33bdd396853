// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.github.filterblock.testdata.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /** Text in boxes of its own; a box inside of another is not compared with it. */
    private static final String MEASURE = """
            function ask(frame) {
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

    @Test
    void pagesFitEveryWindowInBothColours() throws IOException {
        Browser.assumePresent();
        List<String> pages = List.of(
                page(List.of(Golden.path("cpp123-default"))),
                page(List.of(
                        Golden.path("chromium-indexeddb"), Golden.path("cpp123-nofilter"), directory.resolve("none"))),
                page(someTables()),
                page(Corpus.bundled().damaged().stream()
                        .map(file -> file.path())
                        .limit(12)
                        .toList()));
        JsonArray light = Browser.ask(pages, WIDTHS, 1, MEASURE);
        JsonArray dark = Browser.ask(pages, WIDTHS, 0, MEASURE);
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
}
