// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the measurements run on. */
record Machine(String processors, boolean canBind) {
    private static final String NONE = "-";

    static Machine current() throws InterruptedException {
        String processors = field("/proc/self/status", "Cpus_allowed_list", NONE);
        return new Machine(processors, !processors.equals(NONE) && succeeds("taskset", "-c", last(processors), "true"));
    }

    /** The vendor of the processor. */
    static String vendor() {
        return field("/proc/cpuinfo", "vendor_id", NONE);
    }

    /** The size of the cache that is the last before memory, in bytes; 0 if it is not known. */
    static long lastCache() {
        String size = field("/sys/devices/system/cpu/cpu0/cache/index3/size", "", "0K");
        return Long.parseLong(size.substring(0, size.length() - 1)) << 10;
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

    /** The JVM, and the processor: its name, which says little on a virtual machine, and what tells generations. */
    String describe() {
        return "JDK " + System.getProperty("java.vm.version") + " (" + System.getProperty("java.vendor") + "), "
                + field("/proc/cpuinfo", "model name", System.getProperty("os.arch")) + " (family "
                + field("/proc/cpuinfo", "cpu family", NONE) + ", model " + field("/proc/cpuinfo", "model\t", NONE)
                + "), "
                + Runtime.getRuntime().availableProcessors() + " processors, " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch");
    }

    String load() {
        return "load " + field("/proc/loadavg", "", "").split(" ")[0];
    }
}
