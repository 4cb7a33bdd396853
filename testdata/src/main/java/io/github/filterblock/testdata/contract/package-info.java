/**
 * The compatibility kit: what a filter block implementation must do, as tests that it inherits.
 *
 * <p>The author of an implementation writes a {@link io.github.filterblock.testdata.contract.FilterBlockSubject}, which
 * takes bytes and returns bytes, and a test class that implements {@link
 * io.github.filterblock.testdata.contract.FilterBlockContract} (jqwik) or {@link
 * io.github.filterblock.testdata.contract.FilterBlockPlainContract} (JUnit alone). Both put every {@link
 * io.github.filterblock.testdata.contract.Law} to the subject; each law names the rules of FORMAT.md that it tests. A
 * subject that can do more than build and answer implements further interfaces, such as {@link
 * io.github.filterblock.testdata.contract.StreamingSubject}; laws about what it cannot do are skipped with a reason.
 */
@NullMarked
package io.github.filterblock.testdata.contract;

import org.jspecify.annotations.NullMarked;
