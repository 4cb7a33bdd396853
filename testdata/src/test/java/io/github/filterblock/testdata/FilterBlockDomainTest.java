// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.domains.Domain;

@Domain(FilterBlockDomain.class)
class FilterBlockDomainTest {

    @Property(tries = 100)
    void plansAndPoliciesMakeBlocksInWhichEveryKeyMatches(@ForAll BlockPlan plan, @ForAll PolicySpec policy) {
        assertTrue(plan.isLegal());
        ReferenceFilterBlock block =
                new ReferenceFilterBlock(ReferenceFilterBlock.build(plan, policy.reference()), policy.reference());
        plan.keys().forEach(key -> assertTrue(block.keyMayMatch(key.blockOffset(), key.key()), key::toString));
    }

    @Property(tries = 100)
    void internalKeysEndInATagOfEightBytes(@ForAll InternalKey key) {
        byte[] encoded = key.encoded();
        assertArrayEquals(key.userKey(), Arrays.copyOf(encoded, encoded.length - InternalKey.TAG_LENGTH));
        assertEquals(key.kind(), encoded[encoded.length - InternalKey.TAG_LENGTH]);
    }

    @Property(tries = 100)
    void corruptionsTakeAnyBytes(@ForAll byte[] key, @ForAll BlockDamage damage) {
        byte[] before = key.clone();
        damage.apply(key);
        assertArrayEquals(before, key);
    }

    @Property(tries = 50)
    void buffersOfAnyKindHoldAKey(@ForAll @NotEmpty byte[] key, @ForAll ByteBufKind kind) {
        ByteBuf buffer = kind.of(key);
        try {
            assertArrayEquals(key, ByteBufUtil.getBytes(buffer));
        } finally {
            buffer.release();
        }
    }

    @Property(tries = 100)
    void tablesHaveTheFilterBlockOfTheirPlan(@ForAll TablePlan plan) {
        TablePlan.Written written = plan.write();
        Optional<byte[]> found = written.table().filterBlock(plan.policyName());
        assertArrayEquals(written.filterBlock(), found.orElseThrow());
        assertEquals(Optional.empty(), written.table().filterBlock("other"));
        assertEquals(plan.blocks().size() + 1, written.plan().blockOffsets().size());
    }

    @Property(tries = 1)
    void awkwardOnesAreDrawnOften() {
        Set<PolicySpec.Dialect> dialects = new HashSet<>();
        Arbitrary<PolicySpec> policies = FilterBlockArbitraries.policies();
        policies.sampleStream().limit(200).forEach(policy -> dialects.add(policy.dialect()));
        assertEquals(Set.of(PolicySpec.Dialect.values()), dialects);
        assertTrue(FilterBlockArbitraries.tables()
                .sampleStream()
                .limit(300)
                .anyMatch(plan -> ReferenceFilterBlock.numFilters(plan.write().plan()) > 5));
        assertTrue(FilterBlockArbitraries.internalKeys()
                .sampleStream()
                .limit(200)
                .anyMatch(key -> key.kind() == 0 && key.sequence() > 1L << 32));
    }
}
