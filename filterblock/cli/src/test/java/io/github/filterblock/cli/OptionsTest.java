// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.FilterPlan;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Options that several verbs have: what they mean when they are not given, and their bounds. */
class OptionsTest {
    @Command
    private static final class OfAudit {
        @Mixin
        private AuditOptions options;
    }

    @Command
    private static final class OfPlan {
        @Mixin
        private FilterPlanOptions options;
    }

    @Command
    private static final class OfShape {
        @Mixin
        private FilterShapeOptions options;
    }

    private static <T> T parsed(T verb, String words) {
        new CommandLine(verb)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(words.isEmpty() ? new String[0] : words.split(" "));
        return verb;
    }

    private static AuditOptions audit(String words) {
        AuditOptions options = parsed(new OfAudit(), words).options;
        options.samples();
        return options;
    }

    private static FilterPlan plan(String words) {
        return parsed(new OfPlan(), words).options.plan();
    }

    private static FilterShapeOptions shape(String words) {
        FilterShapeOptions options = parsed(new OfShape(), words).options;
        options.check();
        return options;
    }

    @Test
    void anAuditHasItsUsualSamplesAndSeed() {
        assertEquals(100_000, audit("").samples());
        assertEquals(1, audit("").seed());
        assertEquals(-7, audit("--seed=-7").seed());
        assertEquals(1, audit("--samples=1").samples());
        assertEquals(10_000_000, audit("--samples=10000000").samples());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--samples=0", "--samples=-1", "--samples=10000001", "--seed=x"})
    void whatCannotBeAuditedIsWrongUsage(String words) {
        assertThrows(ParameterException.class, () -> audit(words));
    }

    @Test
    void aFilterIsKeptUnlessOptionsSayOtherwise() {
        assertEquals(FilterPlan.KEEP, plan(""));
        assertEquals(FilterPlan.DROP, plan("--drop"));
        assertEquals(FilterPlan.KEEP.withDialect(FilterDialect.GOLEVELDB), plan("--policy=goleveldb"));
        for (int bits : new int[] {0, 1, 1000}) {
            assertEquals(FilterPlan.KEEP.withBitsPerKey(bits), plan("--bits-per-key=" + bits));
        }
        for (int baseLg : new int[] {0, 11, 63}) {
            assertEquals(FilterPlan.KEEP.withBaseLg(baseLg), plan("--base-lg=" + baseLg));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--drop --policy=leveldb",
                "--drop --bits-per-key=10",
                "--drop --base-lg=11",
                "--bits-per-key=-1",
                "--bits-per-key=1001",
                "--base-lg=-1",
                "--base-lg=64",
                "--policy=none",
                "--policy=basho-2"
            })
    void whatCannotBeBuiltIsWrongUsage(String words) {
        assertThrows(ParameterException.class, () -> plan(words));
    }

    @Test
    void aFilterForRedisHasRoomForItsKeys() {
        FilterShapeOptions goZero = shape("--go-zero=k\u00e9");
        assertTrue(goZero.isGoZero() && goZero.needsCount());
        assertEquals("go-zero", goZero.format());
        assertArrayEquals("k\u00e9".getBytes(StandardCharsets.UTF_8), goZero.keyBytes());
        assertEquals(200, goZero.create(10).bits());
        assertEquals(77, shape("--go-zero=k --bits=77").create(10).bits());
        assertFalse(shape("--go-zero=k --bits=77").needsCount());
        FilterShapeOptions redisBloom = shape("--redisbloom=k");
        assertEquals("redisbloom", redisBloom.format());
        assertTrue(redisBloom.needsCount());
        assertFalse(shape("--redisbloom=k --capacity=5").needsCount());
        assertEquals(0.0001, redisBloom.create(100).expectedRate(100), 1e-6);
        assertEquals(0.01, shape("--redisbloom=k --error=0.01").create(100).expectedRate(100), 1e-4);
        assertTrue(redisBloom.create(0).bits() > 0, "room for one key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--go-zero=a --redisbloom=b",
                "--go-zero=a --error=0.1",
                "--go-zero=a --capacity=1",
                "--go-zero=a --expansion=2",
                "--go-zero=a --non-scaling",
                "--redisbloom=a --bits=1",
                "--redisbloom=a --expansion=2 --non-scaling",
                "--go-zero=a --bits=0",
                "--go-zero=a --bits=4294967297",
                "--redisbloom=a --error=0",
                "--redisbloom=a --error=1",
                "--redisbloom=a --error=NaN",
                "--redisbloom=a --capacity=0",
                "--redisbloom=a --expansion=0",
                "--redisbloom=a --expansion=4294967296"
            })
    void whatCannotBeAFilterForRedisIsWrongUsage(String words) {
        assertThrows(ParameterException.class, () -> shape(words));
    }
}
