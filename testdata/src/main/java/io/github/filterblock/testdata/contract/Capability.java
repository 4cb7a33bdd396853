// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import io.github.filterblock.testdata.PolicySpec.Dialect;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** What a law needs of a subject. */
public enum Capability {
    /** It builds filter blocks. */
    BUILDING(FilterBlockSubject::builds, "builds() says that it builds no filter blocks"),
    /** It builds with other windows than those of 2 KiB. */
    OTHER_BASE_LGS(
            subject -> subject.builds()
                    && IntStream.range(0, 64).anyMatch(baseLg -> baseLg != 11 && subject.writesBaseLg(baseLg)),
            "writesBaseLg(..) accepts 11 only"),
    /** It builds for other writers than LevelDB from 1.18 on. */
    OTHER_DIALECTS(
            subject -> subject.builds()
                    && Arrays.stream(Dialect.values())
                            .anyMatch(dialect -> dialect != Dialect.LEVELDB && subject.knows(dialect)),
            "knows(..) accepts LevelDB's present policy only"),
    /** It builds and answers. */
    BUILDING_AND_ANSWERING(
            subject -> subject.builds() && subject.answers(),
            "builds() or answers() says that it does one of them only"),
    /** It answers lookups. */
    ANSWERING(FilterBlockSubject::answers, "answers() says that it answers no lookups"),
    /** It takes keys from an array that is reused. */
    STREAMING(StreamingSubject.class),
    /** It stores filter blocks in tables. */
    STORED_FORM(StoredFormSubject.class),
    /** It reads a block inside an array. */
    ARRAY_RANGE(ArrayRangeSubject.class),
    /** It reads a block in a Netty buffer. */
    BUFFER(BufferSubject.class),
    /** It reads a block in a buffer of the JDK. */
    NIO_BUFFER(NioBufferSubject.class),
    /** Its readers may be shared by threads. */
    CONCURRENT(ConcurrentSubject.class),
    /** It takes internal keys. */
    INTERNAL_KEYS(InternalKeySubject.class),
    /** It finds the filter block of a table. */
    TABLE(TableSubject.class),
    /** It computes the length of a filter. */
    FILTER_LENGTH(FilterLengthSubject.class);

    private final Predicate<FilterBlockSubject> has;
    private final String reason;

    Capability(Class<?> type) {
        this(type::isInstance, "it is no " + type.getSimpleName());
    }

    Capability(Predicate<FilterBlockSubject> has, String reason) {
        this.has = has;
        this.reason = reason;
    }

    /** Returns why the subject cannot be tested with the law, or nothing if it can. */
    public Optional<String> missingIn(FilterBlockSubject subject) {
        return has.test(subject) ? Optional.empty() : Optional.of(subject.name() + ": " + reason);
    }
}
