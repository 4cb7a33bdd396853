// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.util.Objects;
import java.util.jar.Attributes;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints, and a report of a mistake needs: version and commit of the tool, Java and system. */
final class ToolVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        Attributes manifest = manifest();
        return new String[] {
            "filterblock " + value(manifest, "Implementation-Version", "(development)"),
            "commit " + value(manifest, "Implementation-Commit", "unknown"),
            "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch")
        };
    }

    private static String value(Attributes manifest, String name, String otherwise) {
        return Objects.requireNonNullElse(manifest.getValue(name), otherwise);
    }

    /** The attributes that the build wrote into the jar; none if the classes are in a directory. */
    private static Attributes manifest() {
        URL self = Objects.requireNonNull(ToolVersion.class.getResource("ToolVersion.class"));
        try {
            URLConnection connection = self.openConnection();
            return connection instanceof JarURLConnection jar ? jar.getMainAttributes() : new Attributes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
