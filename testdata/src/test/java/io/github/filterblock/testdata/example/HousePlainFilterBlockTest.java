// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import io.github.filterblock.testdata.contract.FilterBlockPlainContract;
import io.github.filterblock.testdata.contract.FilterBlockSubject;

class HousePlainFilterBlockTest implements FilterBlockPlainContract {
    @Override
    public FilterBlockSubject subject() {
        return new HouseSubject();
    }
}
