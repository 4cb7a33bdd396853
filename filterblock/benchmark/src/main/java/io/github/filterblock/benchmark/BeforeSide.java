// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongToDoubleFunction;

/**
 * This library as it was before, from other jars: the classes of this package are loaded once more beside it, and what
 * they prepare is known here by types of the JDK only. It cannot do what the library before had no door for.
 */
final class BeforeSide implements Side {
    static final String NAME = "before";

    /** A ratio below is more than the noise of a quiet machine. */
    static final double GOAL = 0.95;

    /** Where mvn was started. */
    private static final Path BASE = Path.of(System.getProperty("benchmark.base", ""));

    private final Function<String, Object[]> works;

    private BeforeSide(Function<String, Object[]> works) {
        this.works = works;
    }

    /**
     * The library in some jars.
     *
     * @param jars as in a class path
     */
    @SuppressWarnings("unchecked")
    static BeforeSide of(String jars) throws ReflectiveOperationException, IOException {
        List<URL> places = new ArrayList<>();
        for (String jar : jars.split(File.pathSeparator)) {
            places.add(BASE.resolve(jar).toUri().toURL());
        }
        places.add(placeOf(BeforeSide.class));
        places.add(placeOf(io.github.filterblock.testdata.Corpus.class));
        Method copy = new Beside(places).loadClass(BeforeSide.class.getName()).getDeclaredMethod("works");
        copy.setAccessible(true);
        return new BeforeSide((Function<String, Object[]>) copy.invoke(null));
    }

    private static URL placeOf(Class<?> type) throws MalformedURLException {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** What the copy of this class offers: for the text of a shape how to time it, and its checksums unless absent. */
    static Function<String, Object[]> works() {
        OurSide side = new OurSide(new Data());
        Map<String, Shape> shapes = new HashMap<>();
        for (Operation operation : Operations.all(Goals.current())) {
            for (Operation.Variant variant : operation.variants()) {
                shapes.put(variant.shape().toString(), variant.shape());
                variant.reference().ifPresent(shape -> shapes.put(shape.toString(), shape));
            }
        }
        return name -> {
            try {
                Work work = shapes.get(name).on(side).orElseThrow();
                long[] check = work.check()
                        .map(found -> new long[] {found.bytes(), found.answers()})
                        .orElse(null);
                return new Object[] {(LongToDoubleFunction) work::nanosPerOperation, check};
            } catch (LinkageError e) {
                return null;
            }
        };
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Shape form(Shape shape) {
        return shape;
    }

    @Override
    public Optional<Work> prepare(Shape shape) {
        Object[] made = works.apply(shape.toString());
        return made == null
                ? Optional.empty()
                : Optional.of(new Prepared((LongToDoubleFunction) made[0], (long[]) made[1]));
    }

    private record Prepared(LongToDoubleFunction timed, long[] sums) implements Work {
        @Override
        public Optional<Check> check() {
            return Optional.ofNullable(sums).map(found -> new Check(found[0], found[1]));
        }

        @Override
        public double nanosPerOperation(long cpuNanos) {
            return timed.applyAsDouble(cpuNanos);
        }
    }

    /** Loads every class of this project itself. */
    private static final class Beside extends URLClassLoader {
        Beside(List<URL> places) {
            super(places.toArray(URL[]::new), BeforeSide.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.github.filterblock.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }
}
