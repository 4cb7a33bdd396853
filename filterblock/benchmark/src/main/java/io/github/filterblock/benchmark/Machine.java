// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What the measurements run on. */
record Machine(String processor, String processors, boolean canBind) {
    private static final String NONE = "-";

    static Machine current() throws InterruptedException {
        String processors = field("/proc/self/status", "Cpus_allowed_list", NONE);
        return new Machine(
                processorName(),
                processors,
                !processors.equals(NONE) && succeeds("taskset", "-c", last(processors), "true"));
    }

    /** The name, which says little on a virtual machine, and the numbers that distinguish generations. */
    private static String processorName() {
        String name = field("/proc/cpuinfo", "model name", System.getProperty("os.arch"));
        String family = field("/proc/cpuinfo", "cpu family", NONE);
        return family.equals(NONE)
                ? name
                : name + " (family " + family + ", model " + field("/proc/cpuinfo", "model\t", NONE) + ")";
    }

    /** The vendor of the processor, as {@link Goals} expects it. */
    static String vendor() {
        return field("/proc/cpuinfo", "vendor_id", NONE);
    }

    /** Whether lookups use vectors, and whether the processor has those of 512 bits that they need. */
    private static String vectors() {
        boolean wide = field("/proc/cpuinfo", "flags", "").contains(" avx512vbmi ");
        return "vectors " + (Vectors.areWanted() ? "on" : "off") + (wide ? ", AVX-512 VBMI" : "");
    }

    private static String field(String file, String name, String otherwise) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(otherwise);
        } catch (IOException e) {
            return otherwise;
        }
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String last(String processors) {
        return processors.substring(Math.max(processors.lastIndexOf(','), processors.lastIndexOf('-')) + 1);
    }

    /** The words in front of a command that bind it to one processor. */
    List<String> binding() {
        return canBind ? List.of("taskset", "-c", last(processors)) : List.of();
    }

    /** All processors that a process with that in front might use, or a dash if nothing is put in front. */
    String boundProcessors() {
        return canBind ? processors : NONE;
    }

    String describe() {
        return "JDK " + System.getProperty("java.vm.version") + " (" + System.getProperty("java.vendor") + "), "
                + processor + ", " + vectors() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    String load() {
        String load = field("/proc/loadavg", "", "");
        return String.format(Locale.ROOT, "load %s", load.split(" ")[0]);
    }
}
