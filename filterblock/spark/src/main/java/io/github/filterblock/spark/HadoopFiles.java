// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.durable.FailureReason;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** The special needs of Hadoop's local file system, and failures of all file systems in the tool's words. */
final class HadoopFiles {
    private HadoopFiles() {}

    /**
     * The file system of a path; the local one without the checksum files that Hadoop keeps beside its own files:
     * tables have checksums of their own, and each read would open the file again.
     */
    static FileSystem of(Path path, Configuration configuration) throws IOException {
        FileSystem files = path.getFileSystem(configuration);
        return files instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : files;
    }

    /** Refuses a local file that is not regular: opening a FIFO waits. */
    static void checkRegular(FileSystem files, Path path) throws IOException {
        if (isLocal(files)) {
            RegularFiles.check(local(path).toPath());
        }
    }

    /** Whether a directory is a link: links below the named directory could form a cycle. */
    static boolean isLink(FileSystem files, Path directory) {
        return isLocal(files) && Files.isSymbolicLink(local(directory).toPath());
    }

    private static boolean isLocal(FileSystem files) {
        return files instanceof LocalFileSystem || files.getUri().getScheme().equals("file");
    }

    private static File local(Path path) {
        return new File(path.toUri().getPath());
    }

    /** Why a file could not be used, for a line that already names it. */
    static String reason(IOException e) {
        if (e instanceof FileNotFoundException) {
            return FailureReason.NO_SUCH_FILE;
        }
        if (e instanceof AccessControlException) {
            return FailureReason.PERMISSION_DENIED;
        }
        return FailureReason.of(e).lines().findFirst().orElse("");
    }
}
