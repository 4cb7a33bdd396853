// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import com.google.gson.JsonObject;
import io.github.filterblock.testdata.Json.At;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A golden table file, with everything that is known about it.
 *
 * <p>Immutable.
 *
 * @param name the file's name without its ending
 * @param path the table file
 * @param file size, writer, key kind, and whether it is a LevelDB table at all
 * @param layout where footer and metaindex say that things are
 * @param data the data blocks
 * @param filter the filter block; empty when the table has none or the oracle does not know
 * @param hasNoFilter whether the oracle says outright that the table has no filter block
 * @param probes questions to the filter block, with the original's answers
 */
public record CorpusTable(
        String name,
        Path path,
        FileOracle file,
        LayoutOracle layout,
        DataOracle data,
        Optional<FilterOracle> filter,
        boolean hasNoFilter,
        List<Probe> probes) {

    private static final List<String> ENDINGS = List.of(".ldb", ".sst");

    record Probes(List<Probe> probes) {}

    /** Reads the oracle in {@code json}, which lies beside its table file. */
    static CorpusTable from(Path json) {
        JsonObject object = Json.object(json);
        String name = json.getFileName().toString().replaceFirst("\\.json$", "");
        return new CorpusTable(
                name,
                Json.isRecorded(object, "file")
                        ? json.resolveSibling(object.get("file").getAsString())
                        : tableBeside(json, name),
                Json.read(json, object, FileOracle.class),
                Json.read(json, object, LayoutOracle.class),
                Json.read(json, object, DataOracle.class),
                Json.isRecorded(object, "filter")
                        ? Optional.of(Json.read(json, object, FilterOracle.class))
                        : Optional.empty(),
                object.has("filter") && !Json.isRecorded(object, "filter"),
                Json.read(json, object, Probes.class).probes());
    }

    private static Path tableBeside(Path json, String name) {
        return ENDINGS.stream()
                .map(ending -> json.resolveSibling(name + ending))
                .filter(Files::exists)
                .findFirst()
                .orElseGet(() -> json.resolveSibling(name + ENDINGS.get(0)));
    }

    /** Returns the whole table file. */
    public byte[] bytes() {
        return CorpusFiles.bytes(path);
    }

    /** Returns the filter block, straight from its place in the file; empty unless it is stored raw (TF-10). */
    public Optional<byte[]> filterBlock() {
        return filter.filter(oracle -> oracle.blockType().orElse(-1) == 0)
                .flatMap(FilterOracle::handle)
                .flatMap(place -> {
                    byte[] file = bytes();
                    return place.isWithin(file.length)
                            ? Optional.of(Arrays.copyOfRange(
                                    file, (int) place.offset(), (int) (place.offset() + place.size())))
                            : Optional.empty();
                });
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * What is known about a table file as a whole.
     *
     * @param size length of the file in bytes
     * @param sha256 of the file, in lower-case hex
     * @param writer the program that wrote the file; may be empty
     * @param note what is special about the file; may be empty
     * @param keyKind what its keys are
     * @param magicOk whether it ends in LevelDB's magic number
     * @param error the original's words when it refuses the file
     * @param googleByDefault what google/leveldb does with the file, checksums off
     * @param googleParanoid what google/leveldb does with the file, checksums on
     */
    public record FileOracle(
            OptionalLong size,
            Optional<String> sha256,
            @At("writer.program") String writer,
            String note,
            Optional<KeyKind> keyKind,
            Optional<Boolean> magicOk,
            @At("oracle_error") Optional<String> error,
            @At("google_open.default") GoogleAnswer googleByDefault,
            @At("google_open.paranoid_checks") GoogleAnswer googleParanoid) {}

    /**
     * Where a table's footer and metaindex say that things are.
     *
     * @param metaindexHandle the footer's first handle (TF-1)
     * @param indexHandle the footer's second handle (TF-1)
     * @param metaindexBlockType the metaindex block's type byte, 0..255 (TF-6)
     * @param indexBlockType the index block's type byte, 0..255 (TF-6)
     * @param metaindex the entries in the file's order (TF-9)
     */
    public record LayoutOracle(
            @At("footer.metaindex") Optional<Handle> metaindexHandle,
            @At("footer.index") Optional<Handle> indexHandle,
            OptionalInt metaindexBlockType,
            OptionalInt indexBlockType,
            @At(value = "metaindex", otherwise = "all") Listing<MetaindexEntry> metaindex) {}

    /**
     * What is known about a table's data blocks.
     *
     * @param numEntries how many entries they hold together
     * @param firstFilterKey the filter key of the first entry
     * @param lastFilterKey the filter key of the last entry
     * @param numBlocks how many data blocks there are
     * @param blocksSha256 digest over all blocks, each as u64 offset, u64 stored size, u8 type and u32 keys,
     *     little-endian; in lower-case hex
     * @param blocks the blocks in the file's order; perhaps not all of them
     */
    public record DataOracle(
            OptionalLong numEntries,
            @At("first_filter_key_hex") Optional<byte[]> firstFilterKey,
            @At("last_filter_key_hex") Optional<byte[]> lastFilterKey,
            @At("num_data_blocks") OptionalLong numBlocks,
            @At("data_blocks_sha256") Optional<String> blocksSha256,
            @At("data_blocks") Listing<DataBlock> blocks) {}

    /**
     * What is known about a table's filter block.
     *
     * @param metaindexKey the key of its metaindex entry (TF-8)
     * @param policy the policy's name, without the {@code filter.} before it
     * @param offset where it begins in the file
     * @param size its length in bytes, without the trailer
     * @param blockType its type byte, 0 when it is stored raw (TF-10)
     * @param sha256 of the filter block's bytes, in lower-case hex
     * @param baseLg log2 of the window's length in bytes (FB-12)
     * @param numFilters how many filters it holds (FB-21)
     * @param arrayOffset where its offset array begins (FB-11)
     * @param emptyFilters how many of its filters are empty (FB-13)
     * @param offsetsSha256 digest over all offsets and the array offset, each u32 little-endian; in lower-case hex
     * @param offsets the filters' offsets, closed by the array offset; perhaps not all of them
     * @param shapes the filters, each empty or with its k and length; perhaps not all of them
     * @param filterCode which algorithm reads it; see {@link ReferencePolicy#named}
     * @param replayEqual whether the program that answered, given the table's keys and block offsets, writes the same
     *     filter block
     */
    public record FilterOracle(
            @At("filter.metaindex_key") Optional<String> metaindexKey,
            @At("filter.policy") Optional<String> policy,
            @At("filter.offset") OptionalLong offset,
            @At("filter.size") OptionalLong size,
            @At("filter.block_type") OptionalInt blockType,
            @At("filter.sha256") Optional<String> sha256,
            @At("filter.base_lg") OptionalInt baseLg,
            @At("filter.num_filters") OptionalLong numFilters,
            @At("filter.array_offset") OptionalLong arrayOffset,
            @At("filter.empty_filters") OptionalLong emptyFilters,
            @At("filter.offsets_sha256") Optional<String> offsetsSha256,
            @At("filter_offsets") Listing<Long> offsets,
            @At("filters") Listing<Optional<FilterShape>> shapes,
            Optional<String> filterCode,
            Optional<Boolean> replayEqual) {

        /** Returns where it lies in the file. */
        public Optional<Handle> handle() {
            return offset.isPresent() && size.isPresent()
                    ? Optional.of(new Handle(offset.getAsLong(), size.getAsLong()))
                    : Optional.empty();
        }

        /** Returns the slow model's policy that reads these filters, if the oracle names one that it knows. */
        public Optional<ReferencePolicy> referencePolicy() {
            // Reading needs no parameters: k is in the filter, so any number of bits per key will do.
            return filterCode.flatMap(code -> ReferencePolicy.named(code, 10));
        }
    }

    /**
     * A data block of a golden table.
     *
     * @param offset of its first byte in the file
     * @param storedSize its length in the file in bytes, without the 5-byte trailer
     * @param type its type byte, 0..255 (TF-6)
     * @param keys how many entries it holds
     * @param uncompressedSize its length in bytes once decompressed
     */
    public record DataBlock(long offset, long storedSize, int type, OptionalLong keys, OptionalLong uncompressedSize) {}

    /**
     * An entry of a table's metaindex block (TF-8).
     *
     * @param key for instance {@code filter.} and a policy's name
     * @param value the entry's bytes as they are stored
     * @param handle what they decode to; empty when they do not
     */
    public record MetaindexEntry(
            String key, @At("value_hex") byte[] value, Optional<Handle> handle) {}

    /**
     * The length and the number of probes of one filter.
     *
     * @param k the filter's last byte, 0..255: the number of probes when it is a Bloom filter (FB-6)
     * @param bitLength how many bits come before that byte
     */
    public record FilterShape(int k, long bitLength) {}

    /**
     * A list from an oracle, and whether it is the whole list.
     *
     * @param items what the oracle lists, in its order
     * @param listed the oracle's word for how much it lists: {@code all} when nothing is left out, empty when it has
     *     none
     */
    public record Listing<T>(List<T> items, String listed) {

        /** Keeps an unmodifiable copy of the list. */
        public Listing {
            items = List.copyOf(items);
        }

        /** Whether the oracle says that nothing is left out, so that the list may be compared as a whole. */
        public boolean isWhole() {
            return listed.equals("all");
        }

        /** Returns the list if nothing is left out of it. */
        public Optional<List<T>> whole() {
            return isWhole() ? Optional.of(items) : Optional.empty();
        }
    }
}
