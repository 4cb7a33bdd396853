// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What FORMAT-ROCKSDB.md says that keys and cuts add to partitions gives the lists that the page shows. Texts stand for
 * their hashes. Whether RocksDB does the same is tested with its tables.
 */
@Tag("RF-16")
@Tag("RF-20")
class TableAdditionsTest {
    private static final List<String> KEYS = List.of("ab1", "ab2", "cd1", "cd2");

    /** The rules of one group of releases; prefixes have two bytes, and shorter keys have none. */
    private abstract static class Writer {
        final boolean whole;
        final List<List<String>> closed = new ArrayList<>();
        List<String> list = new ArrayList<>();

        Writer(boolean whole) {
            this.whole = whole;
        }

        abstract void entry(String key);

        /** Cuts between two entries. */
        abstract void cut(String before, String next);

        static String prefix(String key) {
            return key.length() < 2 ? null : key.substring(0, 2);
        }

        String last() {
            return list.isEmpty() ? null : list.get(list.size() - 1);
        }

        void add(String text) {
            if (!text.equals(last())) {
                list.add(text);
            }
        }

        void close() {
            closed.add(list);
            list = new ArrayList<>();
        }

        List<List<String>> write(List<String> keys, int cutAfter) {
            for (int i = 0; i < keys.size(); i++) {
                entry(keys.get(i));
                if (i == cutAfter) {
                    cut(keys.get(i), keys.get(i + 1));
                }
            }
            close();
            return closed;
        }
    }

    /** From 9.6 on. */
    private static final class Newest extends Writer {
        private String previous;

        Newest(boolean whole) {
            super(whole);
        }

        @Override
        void entry(String key) {
            String prefix = prefix(key);
            if (prefix != null && whole) {
                both(key, prefix);
            } else if (prefix != null) {
                add(prefix);
            } else if (whole) {
                add(key);
            }
        }

        private void both(String key, String prefix) {
            String last = last();
            String before = previous;
            if (!prefix.equals(before) && !prefix.equals(key) && !prefix.equals(last)) {
                list.add(prefix);
            }
            previous = prefix;
            if (!key.equals(last) && !key.equals(before)) {
                list.add(key);
            }
        }

        @Override
        void cut(String before, String next) {
            String prefix = prefix(next);
            if (prefix != null && whole) {
                both(prefix, prefix);
            } else if (prefix != null) {
                add(prefix);
            }
            close();
            previous = null;
            if (prefix(before) != null) {
                add(prefix(before));
            }
        }
    }

    /** Up to 9.5: with the prefix of the next key from 6.19 on, and with a cut that waits up to 6.5. */
    private static final class Older extends Writer {
        private final boolean from619;
        private String lastKey = "";
        private String lastPrefix = "";
        private boolean keyAdded;
        private boolean prefixAdded;
        private boolean lastHadPrefix;
        private boolean due;

        Older(boolean whole, boolean from619) {
            super(whole);
            this.from619 = from619;
        }

        @Override
        void add(String text) {
            if (due) {
                close();
                due = false;
                keyAdded = false;
                prefixAdded = false;
            }
            super.add(text);
        }

        @Override
        void entry(String key) {
            String prefix = prefix(key);
            if (from619 && !prefixAdded && lastHadPrefix) {
                add(lastPrefix);
                prefixAdded = true;
            }
            if (whole && prefix == null) {
                add(key);
            }
            if (whole && prefix != null && (!keyAdded || !key.equals(lastKey))) {
                add(key);
                keyAdded = true;
                lastKey = key;
            }
            if (!whole && prefix != null) {
                add(prefix);
            }
            if (whole && prefix != null && (!prefixAdded || !prefix.equals(lastPrefix))) {
                add(prefix);
                prefixAdded = true;
                lastPrefix = prefix;
            }
            lastHadPrefix = prefix != null;
        }

        @Override
        void cut(String before, String next) {
            if (!from619) {
                due = true;
                return;
            }
            String prefix = prefix(next);
            if (prefix != null && !prefix.equals(lastPrefix)) {
                add(prefix);
            }
            close();
            keyAdded = false;
            prefixAdded = false;
        }
    }

    @Test
    void wholeKeysAndPrefixes() throws IOException {
        assertShown("`ab ab1 ab2 cd`, then `ab cd cd1 cd2`", new Newest(true).write(KEYS, 1));
        assertShown("`ab1 ab ab2 cd`, then `ab cd1 cd cd2`", new Older(true, true).write(KEYS, 1));
        assertShown("`ab1 ab ab2`, then `cd1 cd cd2`", new Older(true, false).write(KEYS, 1));
    }

    @Test
    void prefixesOnly() throws IOException {
        List<List<String>> lists = new Older(false, true).write(List.of("ab1", "ab2", "c", "cd1"), 1);
        assertEquals(List.of(List.of("ab", "", "ab"), List.of("", "cd")), lists);
        assertTrue(page().contains("`ab`, the empty text, `ab`; then the empty text, `cd`"));
    }

    private static void assertShown(String shown, List<List<String>> lists) throws IOException {
        assertEquals(shown, "`" + String.join(" ", lists.get(0)) + "`, then `" + String.join(" ", lists.get(1)) + "`");
        assertTrue(page().contains(shown), shown);
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("../filterblock/FORMAT-ROCKSDB.md")).replaceAll("\\s+", " ");
    }
}
