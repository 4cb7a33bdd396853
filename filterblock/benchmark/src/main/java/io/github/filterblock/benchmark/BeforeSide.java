// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.File;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * This library as it was before, from other jars: the classes of this package are loaded once more beside it, but for
 * the interfaces by which a side is known. It cannot do what the library before had no door for.
 *
 * @param side the other {@link OurSide}
 */
record BeforeSide(Side side) implements Side {
    /** A ratio below is more than the noise of a quiet machine. */
    static final double GOAL = 0.95;

    /** Where mvn was started. */
    private static final Path BASE = Path.of(System.getProperty("benchmark.base", ""));

    /**
     * The library in some jars.
     *
     * @param jars as in a class path
     */
    static BeforeSide of(String jars) throws ReflectiveOperationException, MalformedURLException {
        List<URL> places = new ArrayList<>();
        for (String jar : jars.split(File.pathSeparator)) {
            places.add(BASE.resolve(jar).toUri().toURL());
        }
        places.add(BeforeSide.class.getProtectionDomain().getCodeSource().getLocation());
        ClassLoader beside = new Beside(places.toArray(URL[]::new));
        Constructor<?> data = beside.loadClass(Data.class.getName()).getDeclaredConstructor();
        Constructor<?> side = beside.loadClass(OurSide.class.getName())
                .getDeclaredConstructor(String.class, data.getDeclaringClass());
        data.setAccessible(true);
        side.setAccessible(true);
        return new BeforeSide((Side) side.newInstance(BEFORE, data.newInstance()));
    }

    @Override
    public String name() {
        return BEFORE;
    }

    @Override
    public Shape form(Shape shape) {
        return shape;
    }

    @Override
    public Optional<Work> prepare(Shape shape) {
        try {
            Optional<Work> work = side.prepare(shape);
            work.ifPresent(Work::check); // what is missing is noticed when it is called
            return work;
        } catch (LinkageError e) {
            return Optional.empty();
        }
    }

    /** Loads nearly every class of this project itself. */
    private static final class Beside extends URLClassLoader {
        Beside(URL[] places) {
            super(places, BeforeSide.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.github.filterblock.")
                    || name.matches(".*\\.benchmark\\.(Side|Work|Shape)(\\$.*)?")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }
}
