// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.Lists;
import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableReport;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.verify/1}.
 *
 * @param keys entries of data blocks that were checked, all versions counted
 * @param falseNegatives how many of them their filter denies
 * @param blocks data blocks, damaged ones included
 * @param asked whether there is a filter that the keys could be asked of
 * @param findings the first deviations from FORMAT.md
 * @param findingsTotal how many there are
 * @param obsolete whether the MANIFEST beside the table does not name it; null where there is none
 */
public record VerifyDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        long keys,
        long falseNegatives,
        int blocks,
        boolean asked,
        List<Found> findings,
        long findingsTotal,
        @Nullable Boolean obsolete)
        implements Document {
    /** A deviation from FORMAT.md. */
    public record Found(String rule, BigInteger offset, String message) {
        private static Found of(Finding finding) {
            return new Found(finding.rule().id(), Formats.unsigned(finding.offset()), finding.message());
        }
    }

    /** {@return what is said about a table that was examined} */
    public static VerifyDocument of(String file, TableReport report, int limit, @Nullable Boolean obsolete) {
        return new VerifyDocument(
                Document.schema(VerifyDocument.class),
                file,
                report.verifiedStatus().id(),
                InspectDocument.reason(report.verdict()),
                report.entries(),
                report.falseNegatives(),
                report.dataBlocks().size(),
                InspectDocument.canBeAsked(report),
                Lists.transform(Formats.limited(report.findings().first(), limit), Found::of),
                report.findings().count(),
                obsolete);
    }

    /** {@return what is said about a file that could not be verified, and is known of it nevertheless} */
    public static VerifyDocument of(Failure failure, @Nullable Boolean obsolete) {
        List<Found> findings = failure.finding().stream().map(Found::of).toList();
        Map<String, Object> members = new HashMap<>();
        members.put("obsolete", obsolete);
        members.put("findings", findings);
        members.put("findingsTotal", (long) findings.size());
        return Document.failed(VerifyDocument.class, failure, members);
    }
}
