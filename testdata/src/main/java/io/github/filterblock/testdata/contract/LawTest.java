// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** A JUnit test that checks the {@link Law} of its name. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(LawTest.Run.class)
@interface LawTest {

    /** Checks the law, and then calls the method, which is empty. */
    final class Run implements InvocationInterceptor {
        @Override
        public void interceptTestMethod(
                Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
                throws Throwable {
            Law law = Law.ofTest(method.getExecutable().getName()).orElseThrow();
            new PlainRun((FilterBlockPlainContract) context.getRequiredTestInstance()).check(law);
            invocation.proceed();
        }
    }

    /** Shows a law's test with its rules, for example {@code everyAddedKeyMatches (FB-7, TF-13)}. */
    final class Names extends DisplayNameGenerator.Standard {
        @Override
        public String generateDisplayNameForMethod(List<Class<?>> enclosing, Class<?> test, Method method) {
            return Law.ofTest(method.getName())
                    .map(Law::toString)
                    .orElseGet(() -> super.generateDisplayNameForMethod(enclosing, test, method));
        }
    }
}
