// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.testdata.LengthCase;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LawsTest {
    private static final Set<String> LAWS =
            Arrays.stream(Law.values()).map(Law::testName).collect(Collectors.toCollection(TreeSet::new));

    @Test
    void bothFormsHaveOneTestForEachLaw() {
        assertEquals(LAWS, testsOf(FilterBlockContract.class, LawProperty.class));
        assertEquals(LAWS, testsOf(FilterBlockPlainContract.class, LawTest.class));
        assertEquals(
                testsOf(FilterBlockContract.class, RecordedExample.class),
                testsOf(FilterBlockPlainContract.class, TestFactory.class));
    }

    private static Set<String> testsOf(Class<?> contract, Class<? extends Annotation> kind) {
        return Arrays.stream(contract.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(kind))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachTestHasTheRulesOfItsLawForTagsAndInItsName() throws ReflectiveOperationException {
        for (Law law : Law.values()) {
            Set<String> rules = new TreeSet<>(law.rules());
            Method property = FilterBlockContract.class.getMethod(law.testName(), LawCase.class);
            assertEquals(rules, tags(property, net.jqwik.api.Tag.class, net.jqwik.api.Tag::value), law::testName);
            Method plain = FilterBlockPlainContract.class.getMethod(law.testName());
            Function<org.junit.jupiter.api.Tag, String> value = org.junit.jupiter.api.Tag::value;
            assertEquals(rules, tags(plain, org.junit.jupiter.api.Tag.class, value), law::testName);
            assertEquals(law.toString(), new LawTest.Names().generateDisplayNameForMethod(List.of(), Law.class, plain));
            CasesOf cases = property.getParameters()[0].getAnnotation(CasesOf.class);
            assertEquals(law, cases.value());
        }
    }

    private static <A extends Annotation> Set<String> tags(Method test, Class<A> kind, Function<A, String> value) {
        return Stream.of(test.getAnnotationsByType(kind)).map(value).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachLawHasAnExplanationAndRulesOfTheFormat() {
        for (Law law : Law.values()) {
            assertTrue(law.explanation().endsWith("."), law::toString);
            assertTrue(law.rules().stream().allMatch(rule -> rule.matches("(FB|TF)-\\d+")), law::toString);
        }
    }

    @Test
    void casesOfAnotherTypeAreRefused() {
        LawCase length = new FilterLengthCase(LengthCase.of(1, 10));
        assertThrows(ClassCastException.class, () -> Law.SHORT_BLOCKS_MATCH.violation(Oracles.model(), length));
    }
}
