// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/**
 * {@link FilterBlockArbitraries} as a jqwik domain: with {@code @Domain(FilterBlockDomain.class)} on a test, its
 * parameters need no more than {@code @ForAll}.
 *
 * <p>In this domain a {@code byte[]} is a key.
 */
public class FilterBlockDomain extends DomainContextBase {

    /** Creates the domain; jqwik does. */
    public FilterBlockDomain() {}

    @Provide
    Arbitrary<byte[]> keys() {
        return FilterBlockArbitraries.keys();
    }

    @Provide
    Arbitrary<InternalKey> internalKeys() {
        return FilterBlockArbitraries.internalKeys();
    }

    @Provide
    Arbitrary<BlockPlan> blockPlans() {
        return FilterBlockArbitraries.blockPlans();
    }

    @Provide
    Arbitrary<PolicySpec> policies() {
        return FilterBlockArbitraries.policies();
    }

    @Provide
    Arbitrary<BlockDamage> corruptions() {
        return FilterBlockArbitraries.corruptions();
    }

    @Provide
    Arbitrary<ByteBufKind> byteBufKinds() {
        return FilterBlockArbitraries.byteBufKinds();
    }

    @Provide
    Arbitrary<TablePlan> tables() {
        return FilterBlockArbitraries.tables();
    }
}
