// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.jqwik.api.Example;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** An example that tests the subject with the recorded cases of one kind. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Example
@AddLifecycleHook(SkipWhatIsMissing.class)
@interface RecordedExample {}
