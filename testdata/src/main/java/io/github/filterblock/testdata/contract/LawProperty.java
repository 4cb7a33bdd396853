// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** A property that stands for a {@link Law}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Property
@AddLifecycleHook(SkipWhatIsMissing.class)
@interface LawProperty {}
