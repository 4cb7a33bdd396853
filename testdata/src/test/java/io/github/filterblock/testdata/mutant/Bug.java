// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

/** A bug that real projects shipped, with one of the laws that must find it; a bug with two sides stands here twice. */
enum Bug {
    M01("tail bytes are sign-extended (LevelDB up to 1.17 on x86, RocksDB)", "tailBytesCountUnsigned"),
    M02("k from ln 2 (anchored-leveldb)", "probesAreTruncatedAndLast"),
    M03("k rounded, not cut off (textbooks)", "probesAreTruncatedAndLast"),
    M04("no minimum of 64 bits (bill2cipher)", "bitArraysHaveTheirLength"),
    M05("k before the bits (bill2cipher)", "probesAreTruncatedAndLast"),
    M06("arithmetic shift in the rotation (bill2cipher)", "bitsAreThoseOfTheHash"),
    M07("signed remainder (bill2cipher)", "bitsAreThoseOfTheHash"),
    M08("offsets as varints (bill2cipher)", "offsetsFollowTheFilters"),
    M09("the base instead of its logarithm (bill2cipher)", "lastByteIsTheBaseLg"),
    M10("k is read without the slice's offset (ralgond)", "answersAreThoseOfTheOriginal"),
    M11("the key buffer is kept (pcmind)", "streamedKeysAreNotKept"),
    M12("the filter block is compressed (pcmind)", "filterBlockIsStoredRaw"),
    M13("a wrong policy name (bill2cipher)", "metaindexKeyIsFilterAndName"),
    M14("the array offset is signed (pcmind, ralgond)", "arrayOffsetsBeyondTheEndMatch"),
    M15("the window's number is cut to 32 bits (pcmind, farmerworking)", "windowsBeyondTheLastMatch"),
    M16("a block of the empty key alone gets no filter (anchored-leveldb)", "everyAddedKeyCounts"),
    M17("keys times bits overflows (pcmind, benravago, farmerworking)", "filterLengthsTake64Bits"),
    M18("32-bit block offsets (benravago, bill2cipher)", "windowsBeyondTheLastMatch"),
    M19("base lg is always 11 (naive readers)", "storedBaseLgIsUsed"),
    M20("k above 30 is probed (naive readers)", "reservedProbesMatch"),
    M21("short filters match (naive readers)", "shortFiltersDeny"),
    M22("lookups share scratch memory (Parquet)", "twoThreadsGetTheSameAnswers"),
    M23("a bit's index may equal the capacity (ArcadeDB)", "bitsAreThoseOfTheHash"),
    M24("throws on garbage (pcmind, benravago)", "noBytesMakeALookupThrow"),
    M25_WRITER("the tag of internal keys is not stripped (integration code)", "internalKeysLoseTheirTag"),
    M25_READER("metaindex keys are taken for internal keys (integration code)", "filterIsFoundInATable"),
    M26("the last filter is not closed in finish (port errors)", "pendingKeysAreClosedByFinish"),
    M27("off by one at multiples of the window (port errors)", "keysJoinTheWindowOfTheirBlock"),
    M28("no offsets for gaps (port errors)", "everyWindowHasAnOffset"),
    M29("a shift by 64 or more wraps (Java's >>)", "baseLgsAbove63Match"),
    M30("the caller's reader index moves (ByteBuf code)", "blockInABuffer"),
    M31("duplicates are dropped before sizing (optimisers)", "everyAddedKeyCounts"),
    M32_KEYS("keys go through a charset (ORC's history)", "tailBytesCountUnsigned"),
    M32_NAMES("names in the platform's charset (ORC's history)", "metaindexKeyIsFilterAndName"),
    M33("k of 30 is taken for reserved (port errors)", "thirtyProbesAreAsked");

    final String words;
    final String killer;

    Bug(String words, String killer) {
        this.words = words;
        this.killer = killer;
    }

    /** Returns the bug's number, {@code M01} to {@code M33}. */
    String number() {
        return name().substring(0, 3);
    }
}
