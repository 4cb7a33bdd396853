// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

class ReferenceContractTest implements FilterBlockContract {
    @Override
    public FilterBlockSubject subject() {
        return new CompleteSubject();
    }
}
