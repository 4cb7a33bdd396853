// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
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

    private static final String FILTER = "io/github/filterblock/engine/EngineFilter";

    /** Names of classes and methods that a library without {@link #FILTER} had otherwise. */
    private static final Map<String, String> RENAMED =
            Map.of(FILTER, "io/github/filterblock/engine/QuietFilter", "finishBuf", "finish", "copyOfBuf", "copyOf");

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

    /** Loads every class of this project itself, and those of this package with the names that the library had. */
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
                return loaded != null
                        ? loaded
                        : name.startsWith("io.github.filterblock.benchmark.") ? renamed(name) : findClass(name);
            }
        }

        private Class<?> renamed(String name) throws ClassNotFoundException {
            try (InputStream in =
                    findResource(name.replace('.', '/') + ".class").openStream()) {
                byte[] now = in.readAllBytes();
                byte[] bytes = findResource(FILTER + ".class") == null ? withOldNames(now) : now;
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        /** JVM specification, 4.4: a text among the constants is a tag, a length and the bytes. */
        private static byte[] withOldNames(byte[] bytes) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            ByteArrayOutputStream result = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(result);
            out.write(in.readNBytes(8));
            int count = in.readUnsignedShort();
            out.writeShort(count);
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                out.writeByte(tag);
                if (tag == 1) {
                    String text = in.readUTF();
                    out.writeUTF(RENAMED.getOrDefault(text, text.replace(FILTER, RENAMED.get(FILTER))));
                } else {
                    boolean two = tag == 5 || tag == 6;
                    out.write(in.readNBytes(
                            two
                                    ? 8
                                    : tag == 15
                                            ? 3
                                            : tag == 7 || tag == 8 || tag >= 16 && tag != 17 && tag != 18 ? 2 : 4));
                    i += two ? 1 : 0;
                }
            }
            in.transferTo(out);
            return result.toByteArray();
        }
    }
}
