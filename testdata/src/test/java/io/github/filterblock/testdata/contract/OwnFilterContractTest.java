// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A plain filter obeys the laws, and each wrong one breaks those that are about its fault. */
class OwnFilterContractTest implements OwnFilterContract {
    @Override
    public OwnFilterSubject subject() {
        return new CheckedBloom();
    }

    private static Outcomes outcomes(OwnFilterSubject subject, Collection<OwnFilterLaw> laws) {
        return Outcomes.of(
                new OwnFilterContract() {
                    @Override
                    public OwnFilterSubject subject() {
                        return subject;
                    }

                    @Override
                    public List<OwnFilterLaw> laws() {
                        return List.copyOf(laws);
                    }
                }.ownFilterContract());
    }

    /** Faults, and the laws that find them. */
    enum Wrong {
        FORGETS_THE_LAST_KEY("NO_STORED_KEY_IS_DENIED") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    @Override
                    public byte[] write(List<byte[]> keys) {
                        return super.write(keys.subList(0, keys.size() - (keys.size() == 5_000 ? 1 : 0)));
                    }
                };
            }
        },
        READS_BYTES_AS_SIGNED_ONLY_WHEN_WRITING("NO_STORED_KEY_IS_DENIED") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    private boolean writes;

                    @Override
                    public byte[] write(List<byte[]> keys) {
                        writes = true;
                        byte[] stored = super.write(keys);
                        writes = false;
                        return stored;
                    }

                    @Override
                    long hash(byte[] key) {
                        boolean signed = writes && key.length % 8 == 6 && key[key.length - 1] < 0;
                        return super.hash(key) + (signed ? 1L << 40 : 0);
                    }
                };
            }
        },
        HASHES_EIGHT_BYTES("RATE_OF_DECIMALS", "RATE_OF_PREFIXED_KEYS", "RATE_OF_URLS") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    @Override
                    long hash(byte[] key) {
                        return super.hash(Arrays.copyOf(key, 8));
                    }
                };
            }
        },
        HASHES_TO_SIXTEEN_BITS(
                "RATE_OF_RANDOM_KEYS",
                "RATE_OF_DECIMALS",
                "RATE_OF_PREFIXED_KEYS",
                "RATE_OF_BIG_ENDIAN_LONGS",
                "RATE_OF_BIG_ENDIAN_INTS",
                "RATE_OF_URLS") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    @Override
                    long hash(byte[] key) {
                        return (super.hash(key) & 0xffff) * 0x9e3779b97f4a7c15L;
                    }
                };
            }
        },
        ADDS_NUMBERS_INSTEAD_OF_HASHING("RATE_OF_BIG_ENDIAN_INTS") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    @Override
                    long hash(byte[] key) {
                        return super.hash(
                                key.length == 4 ? new byte[] {(byte) (key[2] + key[3]), key[1], key[0]} : key);
                    }
                };
            }
        },
        HAS_NO_CHECKSUM("DAMAGE_DENIES_NOTHING") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    @Override
                    int checksum(byte[] filter) {
                        return 0;
                    }
                };
            }
        },
        CHECKS_HALF("DAMAGE_DENIES_NOTHING") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    @Override
                    int checksum(byte[] filter) {
                        return super.checksum(Arrays.copyOf(filter, filter.length / 2));
                    }
                };
            }
        },
        FAILS_ONLY_AT_THE_QUESTION("DAMAGE_DENIES_NOTHING") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    @Override
                    public Predicate<byte[]> read(byte[] stored) {
                        return key -> super.read(stored).test(key);
                    }
                };
            }
        },
        WRITES_INTO_ONE_PAGE("WHAT_WAS_WRITTEN_IS_READ_BACK") {
            @Override
            OwnFilterSubject subject() {
                byte[] page = new byte[200_000];
                return new CheckedBloom() {
                    @Override
                    public byte[] write(List<byte[]> keys) {
                        byte[] stored = super.write(keys);
                        if (keys.size() != 500) {
                            return stored;
                        }
                        System.arraycopy(stored, 0, page, 0, stored.length);
                        return page;
                    }

                    @Override
                    public Predicate<byte[]> read(byte[] stored) {
                        int bits =
                                stored.length < 8 ? 0 : ByteBuffer.wrap(stored).getInt(4);
                        return super.read(
                                stored.length == page.length ? Arrays.copyOf(stored, 8 + (bits + 7 >> 3)) : stored);
                    }
                };
            }
        },
        READS_BY_CHANGING("WHAT_WAS_WRITTEN_IS_READ_BACK") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    @Override
                    public Predicate<byte[]> read(byte[] stored) {
                        Predicate<byte[]> filter = super.read(stored);
                        Arrays.fill(stored, (byte) 0);
                        return filter;
                    }
                };
            }
        },
        ANSWERS_FROM_THE_LAST_FILTER_READ("WHAT_WAS_WRITTEN_IS_READ_BACK") {
            @Override
            OwnFilterSubject subject() {
                return new CheckedBloom() {
                    private Predicate<byte[]> last = key -> true;

                    @Override
                    public Predicate<byte[]> read(byte[] stored) {
                        last = super.read(stored);
                        return key -> last.test(key);
                    }
                };
            }
        };

        private final Set<String> laws;

        Wrong(String... laws) {
            this.laws = Set.of(laws);
        }

        abstract OwnFilterSubject subject();
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultIsFoundByItsLaws(Wrong wrong) {
        List<OwnFilterLaw> laws = wrong.laws.stream().map(OwnFilterLaw::valueOf).toList();
        assertEquals(wrong.laws, outcomes(wrong.subject(), laws).failed().keySet());
    }

    @Test
    void aFailureSaysWhatIsWrongAndWhatTheLawSays() {
        OwnFilterSubject subject = new CheckedBloom() {
            @Override
            public double rate() {
                return 0.004;
            }

            @Override
            public String name() {
                return "too small";
            }
        };
        Map<String, String> failed =
                outcomes(subject, List.of(OwnFilterLaw.RATE_OF_URLS)).failed();
        String message = String.valueOf(failed.get("RATE_OF_URLS"));
        assertTrue(
                message.matches("The law RATE_OF_URLS does not hold for too small.\n"
                        + "  What is wrong:  of [0-9]+ absent keys [0-9]+ match, [0-9.]+ % instead of 0.4 %; "
                        + "[0-9]+ filters? of [0-9]+ URLs\n"
                        + "  The law says:   Of absent keys between the stored ones no more match than the rate says: "
                        + "URLs."),
                message);
    }

    @Test
    void aFilterWithoutAChecksumIsNotDamaged() {
        OwnFilterSubject subject = new CheckedBloom() {
            @Override
            public boolean hasChecksum() {
                return false;
            }
        };
        Outcomes outcomes = outcomes(subject, List.of(OwnFilterLaw.values()));
        assertEquals(Map.of("DAMAGE_DENIES_NOTHING", "hasChecksum() is false"), outcomes.skipped());
        assertEquals(OwnFilterLaw.values().length - 1, outcomes.held().size());
        assertEquals("CheckedBloom", new CheckedBloom().name());
    }
}
