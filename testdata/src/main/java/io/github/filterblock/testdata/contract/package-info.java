/**
 * The compatibility kit: what a filter block implementation must do, as tests that it inherits.
 *
 * <p>Somebody with an implementation writes a {@link io.github.filterblock.testdata.contract.FilterBlockSubject}, which
 * takes bytes and returns bytes, and a test class that implements {@link
 * io.github.filterblock.testdata.contract.FilterBlockContract} (jqwik) or {@link
 * io.github.filterblock.testdata.contract.FilterBlockPlainContract} (JUnit alone). Both put every {@link
 * io.github.filterblock.testdata.contract.Law} to the subject; each law names the rules of FORMAT.md that it stands
 * for. What the subject can do beyond building and answering it says by implementing further interfaces, such as {@link
 * io.github.filterblock.testdata.contract.StreamingSubject}; what it cannot do is skipped with a reason.
 */
@NullMarked
package io.github.filterblock.testdata.contract;

import org.jspecify.annotations.NullMarked;
