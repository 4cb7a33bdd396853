// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

/** Where the cases of a law come from; the generators of both forms make the same kinds. */
enum CaseSource {
    /** Any plan. */
    PLANS,
    /** Plans whose blocks begin just below, at and above a window's boundary. */
    BOUNDARY_PLANS,
    /** Plans whose keys end in one to three bytes of 0x80 or more. */
    TAIL_PLANS,
    /** Plans that add each key several times, and the empty key. */
    DUPLICATE_PLANS,
    /** Plans that end with keys in a window of their own. */
    OPEN_PLANS,
    /** Plans with windows of other lengths than 2 KiB. */
    BASE_LG_PLANS,
    /** Plans with other policies than LevelDB's present one. */
    DIALECT_PLANS,
    /** Sound blocks of 2 KiB windows. */
    BLOCKS,
    /** Sound blocks of windows of any length. */
    BASE_LG_BLOCKS,
    /** Sound blocks and offsets far beyond them. */
    FAR_QUESTIONS,
    /** Sound blocks and questions about windows without keys. */
    EMPTY_WINDOWS,
    /** Blocks with one defect; the law says which. */
    DEFECTIVE_BLOCKS,
    /** Any bytes, and blocks with several defects. */
    GARBAGE,
    /** Sound tables. */
    TABLES,
    /** Sound tables with a filter of an unknown name. */
    FOREIGN_TABLES,
    /** Damaged tables. */
    DAMAGED_TABLES,
    /** Numbers of keys and bits, up to more than fit into memory. */
    LENGTHS
}
