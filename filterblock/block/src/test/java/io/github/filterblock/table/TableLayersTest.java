// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.PackageLayers;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which layer of the package each class is. */
class TableLayersTest {
    /** The layers in their order, each with its classes. */
    private static final List<String> LAYERS = List.of(
            // values
            "BlockBuffers BlockChecksum BlockHandle CorruptFileException CorruptTableException FilterForm Footer "
                    + "HashIndex IndexEntry KeyValueBlock MetaindexEntry PebbleFooter ReadAheadSource StatedCounts "
                    + "StoredBlock SurrealKvFooter TrustedPolicies",
            // what was added
            "FilterContents KeyParts KeySchema KeySplit PrefixExtractor RocksDbProperties StoredFilterBlock "
                    + "StoredProperties TableOrigin",
            // forms
            "ColumnForm RowForm RowWriter TableForm",
            // blocks
            "IndexEntries KeptBlocks Metaindex TableBlocks",
            // index
            "IndexReader RocksDbIndex TableIndex",
            // filters
            "BlockBasedFilter FilterOpener FilterPartition RocksDbFilter RocksDbFilterReader TableFilter",
            // face
            "TableFile TableStructure");

    @Test
    void noClassUsesOneOfALaterLayer() throws IOException {
        new PackageLayers("table", LAYERS).assertUpheld("TableFile", "TableBlocks");
    }
}
