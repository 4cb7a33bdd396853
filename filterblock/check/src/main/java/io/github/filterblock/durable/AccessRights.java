// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Permissions of a copy: it is private while it is being made, and then readable only for readers of the original. */
final class AccessRights {
    private static final String OWNERS_FILE = "rw-------";
    private static final String OWNERS_DIRECTORY = "rwx------";

    private AccessRights() {}

    static FileAttribute<?>[] ofNewFile(Path file, boolean privately) {
        return privately ? only(OWNERS_FILE, file) : new FileAttribute<?>[0];
    }

    static void createPrivateDirectory(Path directory) throws IOException {
        Files.createDirectory(directory, only(OWNERS_DIRECTORY, directory));
        give(OWNERS_DIRECTORY, directory);
    }

    /** Gives a new private file what a umask may have taken from its owner. */
    static void makePrivate(Path file) throws IOException {
        give(OWNERS_FILE, file);
    }

    private static void give(String permissions, Path file) throws IOException {
        if (isPosix(file)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        }
    }

    private static FileAttribute<?>[] only(String permissions, Path file) {
        return isPosix(file)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Gives a copy the permissions that its originals have in common, and their group, if the file system has them. If
     * they have several groups, or the group cannot be given, the group of the copy gets the permissions of all others.
     *
     * @param originals one or more
     */
    static void copy(List<Path> originals, Path copy) throws IOException {
        if (!isPosix(originals.get(0)) || !isPosix(copy)) {
            return;
        }
        Set<PosixFilePermission> permissions = EnumSet.allOf(PosixFilePermission.class);
        Set<GroupPrincipal> groups = new HashSet<>();
        for (Path original : originals) {
            PosixFileAttributes attributes = Files.readAttributes(original, PosixFileAttributes.class);
            permissions.retainAll(attributes.permissions());
            groups.add(attributes.group());
        }
        if (groups.size() > 1 || !giveGroup(groups.iterator().next(), copy)) {
            asEverybody(permissions, PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
            asEverybody(permissions, PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
            asEverybody(permissions, PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_EXECUTE);
        }
        Files.setPosixFilePermissions(copy, permissions);
    }

    /** Whether the copy has the group now. */
    private static boolean giveGroup(GroupPrincipal group, Path copy) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(copy, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view.readAttributes().group().equals(group)) {
            return true;
        }
        try {
            view.setGroup(group);
            return true;
        } catch (IOException notAllowed) {
            return false;
        }
    }

    private static void asEverybody(
            Set<PosixFilePermission> permissions, PosixFilePermission group, PosixFilePermission others) {
        if (!permissions.contains(others)) {
            permissions.remove(group);
        }
    }
}
