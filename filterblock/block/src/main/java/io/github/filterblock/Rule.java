// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

/**
 * A rule of the format, numbered as in FORMAT.md (families FB and TF), FORMAT-ROCKSDB.md (family RF), FORMAT-PEBBLE.md
 * (family PB) and DATABASE.md (family DB). Findings, exceptions and explanations name the rule that a file breaks or
 * that decides an answer.
 *
 * <p>The constants are in the order of the documents.
 */
public enum Rule {
    /** Hash(data, seed). */
    FB_1,
    /** Tail bytes: unsigned or signed. */
    FB_2,
    /** Probe positions. */
    FB_3,
    /** Number of probes k. */
    FB_4,
    /** Length of the bit array. */
    FB_5,
    /** k is the last byte of the filter. */
    FB_6,
    /** When a key matches. */
    FB_7,
    /** A filter shorter than 2 bytes denies every key. */
    FB_8,
    /** Reserved k; k = 0. */
    FB_9,
    /** Every added key counts. */
    FB_10,
    /** Order of the parts. */
    FB_11,
    /** Windows of file offsets. */
    FB_12,
    /** A window without keys. */
    FB_13,
    /** Order of the offsets. */
    FB_14,
    /** Call order, and which keys join which filter. */
    FB_15,
    /** finish. */
    FB_16,
    /** Number of filters. */
    FB_17,
    /** What a writer must refuse. */
    FB_18,
    /** A block shorter than 5 bytes. */
    FB_19,
    /** An array offset beyond length - 5. */
    FB_20,
    /** Number of filters a reader sees. */
    FB_21,
    /** Base lg above 63. */
    FB_22,
    /** A window at or beyond N. */
    FB_23,
    /** The ordinary case. */
    FB_24,
    /** Every other case. */
    FB_25,
    /** Footer. */
    TF_1,
    /** Block handle. */
    TF_2,
    /** Varint64. */
    TF_3,
    /** Block trailer. */
    TF_4,
    /** A block lies inside the file. */
    TF_5,
    /** Compression. */
    TF_6,
    /** Key/value block. */
    TF_7,
    /** Metaindex entry. */
    TF_8,
    /** Metaindex order; several filters. */
    TF_9,
    /** The filter block is stored raw. */
    TF_10,
    /** Index block. */
    TF_11,
    /** Key domains: which bytes are hashed. */
    TF_12,
    /** The promise between data and filter. */
    TF_13,
    /** Policy names and dialects. */
    TF_14,
    /** Key order. */
    TF_15,
    /** Footers of versions 6 and 7. */
    RF_1,
    /** XXH3 and its preview. */
    RF_2,
    /** Checksums. */
    RF_3,
    /** Which filter a table has. */
    RF_4,
    /** Properties, and what of a key is probed. */
    RF_5,
    /** The trailer of a filter. */
    RF_6,
    /** Legacy Bloom. */
    RF_7,
    /** Fast local Bloom. */
    RF_8,
    /** Ribbon. */
    RF_9,
    /** Partitions. */
    RF_10,
    /** Index forms. */
    RF_11,
    /** Forms of data blocks. */
    RF_12,
    /** A filter of 5 bytes or fewer. */
    RF_13,
    /** Two hashes under one name. */
    RF_14,
    /** Expected rates. */
    RF_15,
    /** Additions. */
    RF_16,
    /** Sizes of Bloom filters. */
    RF_17,
    /** Building a Ribbon filter. */
    RF_18,
    /** What a table needs around a filter. */
    RF_19,
    /** How partitions are cut. */
    RF_20,
    /** Filters that are bit by bit those of the table's keys. */
    RF_21,
    /** Which part of a key Pebble adds, and when to deny. */
    PB_1,
    /** The footer of Pebble. */
    PB_2,
    /** Row blocks. */
    PB_3,
    /** Blocks of values. */
    PB_4,
    /** Binary fuse filters. */
    PB_5,
    /** Columns. */
    PB_6,
    /** Columnar blocks. */
    PB_7,
    /** MinLZ. */
    PB_8,
    /** Files. */
    DB_1,
    /** CURRENT. */
    DB_2,
    /** Log. */
    DB_3,
    /** The end of a log. */
    DB_4,
    /** Version edit. */
    DB_5,
    /** Live tables. */
    DB_6,
    /** In use. */
    DB_7,
    /** Write batch. */
    DB_8,
    /** RocksDB's version edits. */
    DB_9,
    /** Pebble's markers and version edits. */
    DB_10,
    /** The order of tables, and the range of a table's keys. */
    DB_11;

    /** {@return the rule's number as the documents write it, for example {@code "FB-7"}} */
    public String id() {
        return name().replace('_', '-');
    }

    /** The rule's number, as {@link #id()} gives it. */
    @Override
    public String toString() {
        return id();
    }
}
