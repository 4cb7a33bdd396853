// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.redis.GoZeroFilter;
import io.github.filterblock.redis.RedisBloomFilter;
import io.github.filterblock.redis.RedisBloomShape;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which filter is made, and under which key. */
final class FilterShapeOptions {
    private static final double USUAL_ERROR = 0.0001;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--go-zero", paramLabel = "KEY", description = "a filter of go-zero's core/bloom, under KEY")
    private @Nullable String goZero;

    @Option(names = "--bits", paramLabel = "N", description = "bits of the whole filter; 20 for each key by default")
    private @Nullable Long bits;

    @Option(names = "--redisbloom", paramLabel = "KEY", description = "a filter of the module RedisBloom, under KEY")
    private @Nullable String redisBloom;

    @Option(names = "--error", paramLabel = "E", description = "share of absent keys that may match; 0.0001 by default")
    private @Nullable Double error;

    @Option(names = "--capacity", paramLabel = "N", description = "keys to make room for; their number by default")
    private @Nullable Long capacity;

    @Option(names = "--expansion", paramLabel = "N", description = "grow by layers, each for N times as many keys")
    private @Nullable Long expansion;

    @Option(names = "--non-scaling", description = "do not grow: the default")
    private boolean nonScaling;

    /** Refuses options that exclude each other. */
    void check() {
        if ((goZero == null) == (redisBloom == null)) {
            throw wrongUsage("give either --go-zero or --redisbloom");
        }
        boolean ofRedisBloom = error != null || capacity != null || expansion != null || nonScaling;
        if (goZero != null && ofRedisBloom) {
            throw wrongUsage("--error, --capacity, --expansion and --non-scaling are for --redisbloom");
        }
        if (redisBloom != null && bits != null) {
            throw wrongUsage("--bits is for --go-zero");
        }
        if (expansion != null && nonScaling) {
            throw wrongUsage("--expansion and --non-scaling exclude each other");
        }
        valid(() -> isGoZero() ? goZeroFilter(1) : redisBloomShape(1));
    }

    boolean isGoZero() {
        return goZero != null;
    }

    String format() {
        return isGoZero() ? "go-zero" : "redisbloom";
    }

    String key() {
        return goZero != null ? goZero : String.valueOf(redisBloom);
    }

    byte[] keyBytes() {
        return key().getBytes(StandardCharsets.UTF_8);
    }

    /** Whether the number of keys has to be known beforehand. */
    boolean needsCount() {
        return isGoZero() ? bits == null : capacity == null;
    }

    /** An empty filter, for this number of keys unless another one is given. */
    PublishedFilter create(long keys) {
        return valid(() -> isGoZero()
                ? new PublishedFilter.GoZero(goZeroFilter(keys))
                : new PublishedFilter.RedisBloom(RedisBloomFilter.reserve(redisBloomShape(keys))));
    }

    private <T> T valid(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw wrongUsage(e.getMessage());
        }
    }

    private GoZeroFilter goZeroFilter(long keys) {
        return bits == null ? GoZeroFilter.forKeys(keys) : GoZeroFilter.ofBits(bits);
    }

    private RedisBloomShape redisBloomShape(long keys) {
        RedisBloomShape shape = RedisBloomShape.of(
                error == null ? USUAL_ERROR : error, capacity == null ? Math.max(1, keys) : capacity);
        return expansion == null ? shape.nonScaling() : shape.withExpansion(expansion);
    }

    private ParameterException wrongUsage(@Nullable String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
