// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Everything needed to test code that reads or writes LevelDB filter blocks, of any author.
 *
 * <ul>
 *   <li>{@link io.github.filterblock.testdata.Corpus}: golden table files by many writers, with the answers that the
 *       original programs gave, and builder, reader, single-filter and hash cases.
 *   <li>{@link io.github.filterblock.testdata.RecordedFullFilters}: full filters with the answers of RocksDB's reader,
 *       and what its builders made of keys.
 *   <li>{@link io.github.filterblock.testdata.ReferenceFilterBlock}, {@link
 *       io.github.filterblock.testdata.ReferenceBloomFilter} and {@link io.github.filterblock.testdata.ReferenceHash}:
 *       a slow model that reads like the specification.
 *   <li>{@link io.github.filterblock.testdata.contract.FilterBlockArbitraries}: jqwik generators of keys,
 *       call sequences and malformed blocks.
 *   <li>{@link io.github.filterblock.testdata.ByteBufKind}: the same bytes in every kind of Netty buffer.
 *   <li>{@link io.github.filterblock.testdata.contract}: the compatibility kit, which makes tests of an implementation
 *       from all of these.
 * </ul>
 *
 * <p>Names such as FB-17 are the numbered rules of FORMAT.md. Nothing here depends on the library under test.
 *
 * <p>Supported are the types above, those that KIT.md names, and the types in their methods. The others are public
 * because tests of this project need them, and may change in any release.
 */
@NullMarked
package io.github.filterblock.testdata;

import org.jspecify.annotations.NullMarked;
