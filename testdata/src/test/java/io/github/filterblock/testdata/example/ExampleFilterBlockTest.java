// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import io.github.filterblock.testdata.contract.FilterBlockContract;
import io.github.filterblock.testdata.contract.FilterBlockSubject;

class ExampleFilterBlockTest implements FilterBlockContract {
    @Override
    public FilterBlockSubject subject() {
        return new ExampleSubject();
    }
}
