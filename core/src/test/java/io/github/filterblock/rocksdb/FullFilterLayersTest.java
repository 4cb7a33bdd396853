// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.PackageLayers;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which layer of the package each class is: what reads filters knows nothing of what writes them. */
class FullFilterLayersTest {
    private static final List<String> LAYERS = List.of(
            // the form of a filter
            "FullFilterGeometry FullFilterKind LegacyHash",
            // the bytes of a filter, and the form that they tell
            "BinaryFuseGeometry BinaryFuseShape FilterBytes FullFilterTrace LineFill LineGeometry LineRate "
                    + "NoBitsGeometry RibbonGeometry",
            // reading
            "BinaryFuse FastLocalBloom FullFilter FullFilterBatch LegacyBloom NoBits Ribbon",
            // writing
            "BloomLines FullFilterBuilder FullFilterPolicy HashList RibbonSize RibbonSolver");

    @Test
    void noClassUsesOneOfALaterLayer() throws IOException {
        new PackageLayers("rocksdb", LAYERS).assertUpheld("FullFilterBuilder", "LineGeometry");
    }
}
