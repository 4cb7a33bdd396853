// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static io.github.filterblock.damage.LicenceTables.DATA_SIZE;
import static io.github.filterblock.damage.LicenceTables.INDEX_TYPE;
import static io.github.filterblock.damage.LicenceTables.NUM_ENTRIES;
import static io.github.filterblock.damage.LicenceTables.PARTITIONED;
import static io.github.filterblock.damage.LicenceTables.PROPERTIES;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.filterblock.damage.LicenceTables.Block;
import io.github.filterblock.damage.LicenceTables.Sound;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.Mutator;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A table whose index, metaindex, properties, filter or footer was changed, and whose checksums fit; its data blocks
 * are where they were. It follows from the sound table and a number.
 */
public final class LicenceMutant {
    private static final byte FIRST_KEYS = 3;
    private static final String ROCKSDB = "filter.rocksdb.BuiltinBloomFilter";

    /** A type of blocks that is not decoded. */
    private static final int BZIP2 = 3;

    private static final byte[] SEEK_TAG = {1, -1, -1, -1, -1, -1, -1, -1};
    private static final List<String> NAMES = List.of(
            "filter.leveldb.BuiltinBloomFilter",
            "filter.leveldb.BuiltinBloomFilter2",
            ROCKSDB,
            "filter.mine",
            "rocksdb.properties",
            "rocksdb.hashindex.metadata",
            "stats.sst1",
            "other");
    private static final List<String> HIDING_NAMES = List.of(
            "filter.leveldb.BuiltinBloomFilter2",
            "fullfilter.rocksdb.BuiltinBloomFilter",
            "partitionedfilter.rocksdb.BuiltinBloomFilter",
            PROPERTIES,
            "rocksdb.range_del",
            "rocksdb.compression_dict",
            "other");
    private static final List<Entry> PROPERTY_VALUES = List.of(
            Entry.of("rocksdb.comparator", "leveldb.BytewiseComparator.u64ts".getBytes(US_ASCII)),
            Entry.of("rocksdb.comparator", "rocksdb.ReverseBytewiseComparator".getBytes(US_ASCII)),
            Entry.of("rocksdb.comparator", new byte[0]),
            Entry.of("rocksdb.block.based.table.whole.key.filtering", new byte[] {'0'}),
            Entry.of("rocksdb.prefix.extractor.name", "rocksdb.FixedPrefix.3".getBytes(US_ASCII)),
            Entry.of("rocksdb.index.key.is.user.key", new byte[] {1}),
            Entry.of("rocksdb.index.value.is.delta.encoded", new byte[] {1}),
            Entry.of(INDEX_TYPE, new byte[] {PARTITIONED, 0, 0, 0}),
            Entry.of(INDEX_TYPE, new byte[] {FIRST_KEYS, 0, 0, 0}),
            Entry.of("mine", new byte[] {1}));

    /** What is changed. */
    private enum Area {
        SIDE,
        PADDING,
        METAINDEX,
        METAINDEX_BYTES,
        INDEX,
        INDEX_BYTES,
        FOREIGN_INDEX,
        FOOTER,
        /** Data blocks are said to be in a compression that is not decoded. */
        UNDECODED,
        /** The filter has another name; all else stays. */
        RENAMED,
        /** The properties call the index one of parts or of first keys, and it may be one. */
        INDEX_FORM,
        /** The entries that lead to the parts of an index of two levels. */
        INDEX_PARTS,
        /** The index leaves out neighbouring blocks, and an entry beside it or its own may lead to all of them. */
        HIDDEN
    }

    /** A block beside the data. */
    private record Side(byte[] name, byte[] stored, int type, boolean properties) {}

    private final Mutator mutator;
    private final List<Side> side = new ArrayList<>();
    private final List<Entry> metaindex = new ArrayList<>();
    private final List<Entry> index = new ArrayList<>();
    private final List<byte[]> handles = new ArrayList<>();
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private byte[] bytes = {};
    private boolean misnamesFilter;
    private boolean changesProperties;
    private boolean rocksDbFooter;
    private int checksum;
    private boolean hidesKeys;
    private byte indexForm;

    /** Whether one of the two properties is wrong that say how much data there is: with both, so would the table be. */
    private boolean lies;

    private LicenceMutant(Mutator mutator) {
        this.mutator = mutator;
    }

    /** The mutant of a number; entries may also come from the other table. */
    public static LicenceMutant of(Sound sound, Sound other, long number) {
        LicenceMutant mutant = new LicenceMutant(new Mutator(number));
        mutant.write(sound, other);
        return mutant;
    }

    /** The table. */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Whether a name of the metaindex may lead to a block that is not the filter of this name, which a reader that does
     * not read the data cannot know, or the filter is gone.
     */
    boolean misnamesFilter() {
        return misnamesFilter;
    }

    /** Whether data blocks or the index may be such that keys are not read. */
    boolean hidesKeys() {
        return hidesKeys;
    }

    /**
     * Whether keys are not read and the filter may only be named like RocksDB's: a table that says in all places that
     * it is RocksDB's cannot be known to lie.
     */
    boolean passesForRocksDb() {
        return hidesKeys
                && misnamesFilter
                && metaindex.stream().anyMatch(entry -> ROCKSDB.equals(new String(entry.key(), ISO_8859_1)));
    }

    /** Whether RocksDB's properties may be others than those of the writer. */
    public boolean changesProperties() {
        return changesProperties;
    }

    private void write(Sound sound, Sound foreign) {
        List<Block> blocks = sound.blocks();
        List<Block> data = sound.data();
        Block oldMetaindex = blocks.get(blocks.size() - 2);
        Block oldIndex = blocks.get(blocks.size() - 1);
        for (Entry entry : oldMetaindex.entries()) {
            Block block = blocks.stream()
                    .filter(each -> Arrays.equals(each.handle(), entry.value()))
                    .findFirst()
                    .orElseThrow();
            boolean properties = PROPERTIES.equals(new String(entry.key(), US_ASCII));
            side.add(new Side(entry.key(), block.stored(), block.type(), properties));
        }
        data.forEach(block -> handles.add(block.handle()));
        Set<Area> areas = EnumSet.noneOf(Area.class);
        times(() -> areas.add(any(List.of(Area.values()))));
        checksum = sound.checksum();
        indexForm = sound.hasIndexParts() ? PARTITIONED : 0;
        rocksDbFooter = sound.bytes().length - oldIndex.end() > Footer.LENGTH;
        if (areas.contains(Area.INDEX_FORM)) {
            setIndexForm(blocks);
        }
        if (areas.contains(Area.SIDE)) {
            changeSide(blocks);
        }
        writeData(Arrays.copyOf(sound.bytes(), data.get(data.size() - 1).end()), data, areas.contains(Area.UNDECODED));
        pad(areas);
        writeSide();
        if (areas.contains(Area.RENAMED)) {
            rename();
        }
        if (areas.contains(Area.METAINDEX)) {
            times(() -> change(metaindex, true));
        }
        index.addAll(areas.contains(Area.FOREIGN_INDEX) ? mixed(sound.index(), foreign.index()) : sound.index());
        if (areas.contains(Area.INDEX)) {
            times(() -> change(index, false));
        }
        if (areas.contains(Area.HIDDEN)) {
            hide(data);
        }
        giveIndexItsForm(data);
        if (areas.contains(Area.INDEX_PARTS) && indexForm == PARTITIONED) {
            hidesKeys = true;
            times(() -> change(index, false));
        }
        finish(areas);
    }

    private void writeData(byte[] bytes, List<Block> data, boolean undecoded) {
        boolean all = mutator.choose(2) == 0;
        hidesKeys |= undecoded;
        for (Block block : data) {
            if (undecoded && (all || mutator.choose(2) == 0)) {
                byte[] stored = LicenceTables.withTrailer(block.stored(), BZIP2, checksum);
                System.arraycopy(stored, 0, bytes, (int) block.offset(), stored.length);
            }
        }
        file.writeBytes(bytes);
    }

    private void rename() {
        for (int i = 0; i < metaindex.size(); i++) {
            Entry entry = metaindex.get(i);
            if (new String(entry.key(), ISO_8859_1).startsWith("filter.")) {
                metaindex.set(i, new Entry(NAMES.get(mutator.choose(4)).getBytes(ISO_8859_1), entry.value()));
                misnamesFilter = true;
            }
        }
    }

    /** Sets the type of the index, mostly under RocksDB's footer, without which it changes less. */
    private void setIndexForm(List<Block> blocks) {
        indexForm = mutator.choose(2) == 0 ? PARTITIONED : FIRST_KEYS;
        hidesKeys = true;
        rocksDbFooter |= mutator.choose(3) > 0;
        List<Entry> entries = propertiesOf(blocks);
        entries.add(0, Entry.of(INDEX_TYPE, new byte[] {indexForm, 0, 0, 0}));
        replaceProperties(TestBlocks.entries(entries, 16));
    }

    /** Makes the index what it is called, or leaves it as it is. */
    private void giveIndexItsForm(List<Block> data) {
        if (indexForm == 0 || index.isEmpty() || mutator.choose(4) == 0) {
            hidesKeys |= indexForm != 0;
            return;
        }
        if (indexForm == PARTITIONED) {
            List<List<Entry>> parts = LicenceTables.groups(index, 1 + mutator.choose(index.size()));
            index.clear();
            for (List<Entry> part : parts) {
                byte[] handle = block(TestBlocks.entries(part, 1), 0);
                handles.add(handle);
                index.add(new Entry(part.get(part.size() - 1).key(), handle));
            }
            return;
        }
        for (int i = 0; i < Math.min(index.size(), data.size()); i++) {
            byte[] key = data.get(i).entries().get(0).key();
            byte[] value = TestBlocks.join(index.get(i).value(), TestBlocks.varint(key.length), key);
            index.set(i, new Entry(index.get(i).key(), value));
        }
    }

    private void times(Runnable change) {
        for (int count = 1 + mutator.choose(3); count > 0; count--) {
            change.run();
        }
    }

    private <T> T any(List<T> all) {
        return all.get(mutator.choose(all.size()));
    }

    private void pad(Set<Area> areas) {
        if (areas.contains(Area.PADDING) && mutator.choose(2) == 0) {
            byte[] padding = new byte[mutator.choose(40)];
            file.writeBytes(mutator.choose(2) == 0 ? padding : mutator.mutate(padding));
        }
    }

    /** Drops, doubles, reorders or changes blocks beside the data. */
    private void changeSide(List<Block> blocks) {
        int kind = mutator.choose(6);
        if (kind == 0 && !side.isEmpty()) {
            Side dropped = side.remove(mutator.choose(side.size()));
            changesProperties |= dropped.properties();
            misnamesFilter |= !dropped.properties();
        } else if (kind == 1 && !side.isEmpty()) {
            side.add(any(side));
        } else if (kind == 2) {
            Collections.rotate(side, 1);
        } else if (kind == 3 && !side.isEmpty()) {
            Block donor = any(blocks);
            Side changed = side.remove(mutator.choose(side.size()));
            side.add(new Side(changed.name(), donor.stored(), donor.type(), false));
            misnamesFilter = true;
            changesProperties |= changed.properties();
        } else {
            changeProperties(blocks);
        }
    }

    private void changeProperties(List<Block> blocks) {
        List<Entry> entries = propertiesOf(blocks);
        times(() -> {
            if (entries.isEmpty() || mutator.choose(3) > 0) {
                entries.add(mutator.choose(entries.size() + 1), any(PROPERTY_VALUES));
            } else if (!lies && mutator.choose(2) == 0) {
                lies = true;
                if (mutator.choose(2) == 0) {
                    setDataSize(entries, any(blocks));
                } else {
                    set(entries, NUM_ENTRIES, mutator.choose(40));
                }
            } else {
                entries.remove(mutator.choose(entries.size()));
            }
        });
        byte[] block = TestBlocks.entries(entries, 1 + mutator.choose(3));
        replaceProperties(mutator.choose(6) == 0 ? mutator.mutate(block) : block);
    }

    /** Lets the data end where a block starts or ends. */
    private void setDataSize(List<Entry> entries, Block block) {
        set(entries, DATA_SIZE, mutator.choose(2) == 0 ? block.offset() : block.end());
    }

    private void set(List<Entry> entries, String name, long number) {
        entries.removeIf(entry -> name.equals(new String(entry.key(), US_ASCII)));
        entries.add(mutator.choose(entries.size() + 1), Entry.of(name, TestBlocks.varint(number)));
    }

    private List<Entry> propertiesOf(List<Block> blocks) {
        List<Entry> entries = new ArrayList<>();
        for (Side each : side) {
            blocks.stream()
                    .filter(block -> each.properties() && block.stored() == each.stored())
                    .forEach(block -> entries.addAll(block.entries()));
        }
        return entries;
    }

    private void replaceProperties(byte[] stored) {
        hidesKeys |= rocksDbFooter; // of an index that may have another type
        side.removeIf(Side::properties);
        side.add(new Side(PROPERTIES.getBytes(US_ASCII), stored, 0, true));
        changesProperties = true;
    }

    private void writeSide() {
        for (Side each : side) {
            byte[] handle = block(each.stored(), each.type());
            handles.add(handle);
            metaindex.add(new Entry(each.name(), handle));
        }
        metaindex.sort((one, other) -> Arrays.compareUnsigned(one.key(), other.key()));
    }

    /**
     * Leaves out one to three blocks, mostly the last ones, and mostly lets an entry of the metaindex, or of the index,
     * span them.
     */
    private void hide(List<Block> data) {
        int count = Math.min(1 + mutator.choose(3), Math.min(data.size(), index.size()));
        int last = Math.min(data.size(), index.size());
        last -= mutator.choose(3) == 0 ? mutator.choose(last - count + 1) : 0;
        if (count == 0) {
            return;
        }
        long start = data.get(last - count).offset();
        Block end = data.get(last - 1);
        long length = end.offset() + end.stored().length - start;
        byte[] lastKey = index.get(last - 1).key();
        index.subList(last - count, last).clear();
        int kind = mutator.choose(6);
        if (kind == 5) {
            prefixSide(start);
        } else if (kind == 4) {
            index.add(last - count, new Entry(lastKey, TestBlocks.handle(start, length)));
        } else if (kind > 0) {
            String name = any(HIDING_NAMES);
            if (kind > 1) {
                metaindex.removeIf(entry -> name.equals(new String(entry.key(), ISO_8859_1)));
            }
            metaindex.add(Entry.of(name, TestBlocks.handle(start, length)));
            changesProperties |= name.equals(PROPERTIES);
            misnamesFilter = true;
        }
    }

    /** Lets the handle of a block beside the data begin earlier, at data blocks. */
    private void prefixSide(long start) {
        if (metaindex.isEmpty()) {
            return;
        }
        int at = mutator.choose(metaindex.size());
        Entry entry = metaindex.get(at);
        long[] place = place(entry.value());
        metaindex.set(at, new Entry(entry.key(), TestBlocks.handle(start, Math.max(0, place[0] + place[1] - start))));
        changesProperties |= PROPERTIES.equals(new String(entry.key(), ISO_8859_1));
        misnamesFilter = true;
    }

    /** Drops, doubles, reorders or alters entries of the metaindex or the index. */
    private void change(List<Entry> entries, boolean meta) {
        misnamesFilter |= meta;
        changesProperties |= meta;
        if (entries.isEmpty()) {
            entries.add(new Entry(any(NAMES).getBytes(ISO_8859_1), any(handles)));
            return;
        }
        int at = mutator.choose(3) == 0 ? entries.size() - 1 : mutator.choose(entries.size());
        int other = mutator.choose(entries.size());
        Entry entry = entries.get(at);
        byte[] key = entry.key();
        byte[] value = entry.value();
        switch (mutator.choose(13)) {
            case 0 -> entries.remove(at);
            case 1 -> entries.add(mutator.choose(entries.size() + 1), entry);
            case 2 -> Collections.swap(entries, at, other);
            case 3 -> entries.set(at, new Entry(mutator.mutate(key), value));
            case 4 -> entries.set(at, new Entry(Arrays.copyOf(key, mutator.choose(key.length + 1)), value));
            case 5 -> entries.set(at, new Entry(TestBlocks.join(key, SEEK_TAG), value));
            case 6 -> entries.set(at, new Entry(key, any(handles)));
            case 7 -> entries.set(at, new Entry(key, mutator.mutate(value)));
            case 8 -> entries.set(at, new Entry(key, TestBlocks.join(value, new byte[1 + mutator.choose(3)])));
            case 9 -> {
                entries.set(at, new Entry(entries.get(other).key(), value));
                entries.set(other, new Entry(key, entries.get(other).value()));
            }
            case 10 -> entries.set(at, new Entry(any(NAMES).getBytes(ISO_8859_1), value));
            case 11 -> entries.add(new Entry(any(NAMES).getBytes(ISO_8859_1), any(handles)));
            default -> entries.set(at, new Entry(key, shifted(value)));
        }
    }

    private byte[] shifted(byte[] value) {
        long[] numbers = place(value);
        long step = mutator.choose(7) - 3L;
        return TestBlocks.handle(Math.max(0, numbers[0] + step), Math.max(0, numbers[1] + mutator.choose(7) - 3));
    }

    /** The two numbers of a handle, which may be damaged. */
    private static long[] place(byte[] handle) {
        long[] numbers = {0, 0};
        for (int i = 0, number = 0, shift = 0; i < handle.length && number < 2; i++) {
            numbers[number] |= (handle[i] & 0x7fL) << shift;
            shift = handle[i] < 0 ? shift + 7 : 0;
            number += handle[i] < 0 ? 0 : 1;
        }
        return numbers;
    }

    /** The index of another table, with its own handles or with those of this table. */
    private List<Entry> mixed(List<Entry> own, List<Entry> foreign) {
        if (mutator.choose(2) == 0) {
            return foreign;
        }
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < Math.min(own.size(), foreign.size()); i++) {
            entries.add(new Entry(foreign.get(i).key(), own.get(i).value()));
        }
        return entries;
    }

    private void finish(Set<Area> areas) {
        byte[] metaindexBlock = TestBlocks.entries(metaindex, 1 + mutator.choose(2));
        byte[] indexBlock = TestBlocks.entries(index, 1);
        if (areas.contains(Area.METAINDEX_BYTES)) {
            misnamesFilter = true;
            changesProperties = true;
            metaindexBlock = mutator.mutate(metaindexBlock);
        }
        if (areas.contains(Area.INDEX_BYTES)) {
            indexBlock = mutator.mutate(indexBlock);
        }
        boolean indexFirst = mutator.choose(8) == 0;
        byte[] first = block(indexFirst ? indexBlock : metaindexBlock, 0);
        pad(areas);
        byte[] second = block(indexFirst ? metaindexBlock : indexBlock, 0);
        byte[] metaindexHandle = indexFirst ? second : first;
        byte[] indexHandle = indexFirst ? first : second;
        if (!areas.contains(Area.FOOTER)) {
            bytes = finished(metaindexHandle, indexHandle);
            return;
        }
        handles.add(first);
        handles.add(second);
        changesProperties = true;
        misnamesFilter |=
                areas.contains(Area.INDEX) || areas.contains(Area.INDEX_PARTS); // which may be read as the metaindex
        switch (mutator.choose(4)) {
            case 0 -> bytes = finished(any(handles), indexHandle);
            case 1 -> bytes = finished(metaindexHandle, any(handles));
            case 2 -> bytes = finished(indexHandle, metaindexHandle);
            default -> {
                bytes = finished(metaindexHandle, indexHandle);
                bytes[bytes.length - 1 - mutator.choose(Footer.LENGTH)] = (byte) mutator.choose(256);
            }
        }
    }

    /** Appends a block with its trailer and returns its handle. */
    private byte[] block(byte[] stored, int type) {
        byte[] handle = TestBlocks.handle(file.size(), stored.length);
        file.writeBytes(LicenceTables.withTrailer(stored, type, checksum));
        return handle;
    }

    private byte[] finished(byte[] metaindexHandle, byte[] indexHandle) {
        byte[] table = TestBlocks.join(file.toByteArray(), TestBlocks.footer(metaindexHandle, indexHandle));
        return rocksDbFooter ? LicenceTables.withRocksDbFooter(table, checksum) : table;
    }
}
