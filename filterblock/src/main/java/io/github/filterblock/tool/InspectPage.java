// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.tool.html.PageBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The page of {@code inspect --html}, which is written when all files were examined. It replaces a page of ours and
 * nothing else.
 */
final class InspectPage {
    private final Path out;
    private final PageBuilder page = new PageBuilder();

    private InspectPage(Path out) {
        this.out = out;
    }

    /** A page that is still to be written; tells beforehand if it must not be. */
    static InspectPage to(Path out) throws IOException {
        InspectPage page = new InspectPage(out);
        page.refuseOthers();
        return page;
    }

    private void refuseOthers() throws IOException {
        if (Files.exists(out, LinkOption.NOFOLLOW_LINKS) && !isPage()) {
            throw new IOException(out + ": exists and is no page of this program; it is left as it is");
        }
        Path directory = out.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new IOException(out + ": there is no such directory to write it in");
        }
    }

    private boolean isPage() throws IOException {
        if (!Files.isRegularFile(out)) {
            return false;
        }
        byte[] beginning = PageBuilder.BEGINNING.getBytes(StandardCharsets.UTF_8);
        try (var in = Files.newInputStream(out)) {
            return java.util.Arrays.equals(in.readNBytes(beginning.length), beginning);
        }
    }

    PageBuilder page() {
        return page;
    }

    /** Writes the page, complete or not at all, and says where it is. */
    void finish(PrintWriter remarks) throws IOException {
        refuseOthers();
        Path directory = out.toAbsolutePath().getParent();
        Path unfinished = Files.createTempFile(directory, "." + out.getFileName(), ".tmp");
        try {
            try (var writer = Files.newBufferedWriter(unfinished)) {
                page.writeTo(writer);
            }
            Files.move(unfinished, out, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        long bad = page.needingAttention();
        remarks.println(out + ": a page with " + Report.number(page.tables(), "table")
                + (bad == 0 ? "" : ", " + Report.number(bad) + " of them damaged or unreadable"));
    }
}
