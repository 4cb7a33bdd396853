// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.TableFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Lists one pattern or one directory, in a task. A path that is no directory stands for itself; a directory for every
 * {@code .ldb} and {@code .sst} file below it, as on the command line.
 */
record DirectoryLister(SerializableConfiguration configuration) implements Serializable {

    /** The matches of a qualified pattern; a pattern without matches stands for a missing file. */
    Iterator<Listed> matches(String pattern) {
        List<Listed> found = new ArrayList<>();
        try {
            Path path = new Path(pattern);
            FileStatus[] statuses = path.getFileSystem(hadoop()).globStatus(path);
            if (statuses == null || statuses.length == 0) {
                found.add(Listed.table(pattern, ListedTable.missing(pattern)));
                return found.iterator();
            }
            for (FileStatus status : statuses) {
                String name = status.getPath().toString();
                found.add(
                        status.isDirectory()
                                ? Listed.directory(name, name)
                                : Listed.table(name, ListedTable.of(status)));
            }
        } catch (IOException e) {
            found.add(Listed.trouble(pattern, pattern + ": " + HadoopFiles.reason(e)));
        }
        return found.iterator();
    }

    /** The entries of a directory. */
    Iterator<Listed> entries(Listed directory) {
        List<Listed> found = new ArrayList<>();
        Path path = new Path(directory.directory());
        try {
            FileSystem files = path.getFileSystem(hadoop());
            RemoteIterator<FileStatus> statuses = files.listStatusIterator(path);
            while (statuses.hasNext()) {
                add(directory.root(), statuses.next(), files, found);
            }
        } catch (FileNotFoundException e) {
            found.add(Listed.trouble(directory.root(), path + ": the directory vanished"));
        } catch (IOException e) {
            found.add(Listed.trouble(directory.root(), path + ": " + HadoopFiles.reason(e)));
        }
        return found.iterator();
    }

    private static void add(String root, FileStatus status, FileSystem files, List<Listed> found) {
        Path path = status.getPath();
        if (status.isDirectory()) {
            if (!HadoopFiles.isLink(files, path)) {
                found.add(Listed.directory(root, path.toString()));
            }
        } else if (TableFiles.isTableName(path.getName())) {
            found.add(Listed.table(root, ListedTable.of(status)));
        }
    }

    private Configuration hadoop() {
        return configuration.value();
    }
}
