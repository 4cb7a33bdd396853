// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The signatures of all that the modules of the library export are those that were recorded, so a change of the public
 * API is seen in its commit. {@code -Dfilterblock.record=true} records them again.
 */
class PublicApiTest {
    private static final Path RECORDED = Path.of("src/test/resources/io/github/filterblock/public-api.txt");
    private static final List<Path> MODULES = List.of(
            Path.of("../../core/target/classes"),
            Path.of("../block/target/classes"),
            Path.of("../check/target/classes"),
            Path.of("../redis/target/classes"));
    private static final Set<String> OF_OBJECT = Set.of(
            "public String toString()",
            "public int hashCode()",
            "public boolean equals(Object)",
            "public final String toString()",
            "public final int hashCode()",
            "public final boolean equals(Object)");
    private static final int API = Modifier.PUBLIC | Modifier.PROTECTED;
    private static final int SHOWN = API | Modifier.ABSTRACT | Modifier.STATIC | Modifier.FINAL;

    @Test
    void exportedSignaturesAreThoseThatWereRecorded() throws Exception {
        List<String> signatures = new ArrayList<>();
        for (Path module : MODULES) {
            for (Class<?> type : exportedTypes(module)) {
                signatures.add(header(type));
                members(type).forEach(member -> signatures.add("    " + member));
            }
        }
        assertTrue(signatures.size() > 500, () -> signatures.size() + " signatures");
        String found = String.join("\n", signatures) + "\n";
        if (Boolean.getBoolean("filterblock.record")) {
            Files.writeString(RECORDED, found, UTF_8);
        }
        assertEquals(Files.readString(RECORDED, UTF_8), found, "record the change with -Dfilterblock.record=true");
    }

    private static List<Class<?>> exportedTypes(Path module) throws IOException, ClassNotFoundException {
        Set<String> packages = new TreeSet<>();
        try (InputStream in = Files.newInputStream(module.resolve("module-info.class"))) {
            ModuleDescriptor.read(in).exports().stream()
                    .filter(each -> !each.isQualified())
                    .forEach(each -> packages.add(each.source()));
        }
        List<Class<?>> types = new ArrayList<>();
        for (String each : packages) {
            for (String file : classFiles(module.resolve(each.replace('.', '/')))) {
                String name = each + "." + file.replace(".class", "");
                Class<?> type = Class.forName(name, false, PublicApiTest.class.getClassLoader());
                if (isExported(type)) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    private static List<String> classFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isExported(Class<?> type) {
        boolean visible = (type.getModifiers() & API) != 0 && !type.isAnonymousClass() && !type.isLocalClass();
        return visible && (type.getEnclosingClass() == null || isExported(type.getEnclosingClass()));
    }

    private static String header(Class<?> type) {
        String kind = type.isInterface() ? "" : type.isEnum() ? "enum " : type.isRecord() ? "record " : "class ";
        String above = type.getGenericSuperclass() == null || type.getSuperclass() == Object.class
                ? ""
                : " extends " + type.getGenericSuperclass().getTypeName();
        List<String> interfaces = Arrays.stream(type.getGenericInterfaces())
                .map(Type::getTypeName)
                .toList();
        return Modifier.toString(type.getModifiers() & (SHOWN | Modifier.INTERFACE)) + " " + kind + type.getTypeName()
                + simple(above + (interfaces.isEmpty() ? "" : " implements " + String.join(", ", interfaces)));
    }

    /** Also those that a superclass gives which is not public itself. */
    private static Set<String> members(Class<?> type) {
        Set<String> members = new TreeSet<>();
        for (Class<?> each = type; each != null && (each == type || !isExported(each)); each = each.getSuperclass()) {
            if (each != Object.class) {
                Stream.of(each.getDeclaredFields())
                        .filter(PublicApiTest::isApi)
                        .map(Field::toGenericString)
                        .forEach(members::add);
                Stream.of(each.getDeclaredMethods())
                        .filter(PublicApiTest::isApi)
                        .map(Method::toGenericString)
                        .forEach(members::add);
            }
        }
        Stream.of(type.getDeclaredConstructors())
                .filter(PublicApiTest::isApi)
                .map(Constructor::toGenericString)
                .forEach(members::add);
        Set<String> readable = new TreeSet<>();
        members.forEach(each -> readable.add(readable(each)));
        readable.removeAll(OF_OBJECT);
        return readable;
    }

    private static boolean isApi(Member member) {
        return (member.getModifiers() & API) != 0 && !member.isSynthetic();
    }

    /** A signature without packages, and without the class that declares the member. */
    private static String readable(String signature) {
        return simple(signature).replaceFirst(" [\\w$]+\\.(?=\\w+(\\(|$))", " ");
    }

    private static String simple(String names) {
        return names.replaceAll("\\b([a-z][a-z0-9]*\\.)+(?=[A-Z])", "");
    }
}
