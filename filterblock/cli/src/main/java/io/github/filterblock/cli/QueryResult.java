// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.AbstractIterator;
import io.github.filterblock.analysis.TableQuery;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a query, given while they are printed, in the order of the questions. They end before a wrong
 * question, so that the output is whole.
 */
final class QueryResult extends AbstractIterator<QueryAnswer> {
    private final TableQuery query;
    private final Iterator<QueryAnswer> questions;
    private boolean absent;
    private @Nullable RuntimeException failure;

    QueryResult(TableQuery query, Iterator<QueryAnswer> questions) {
        this.query = query;
        this.questions = questions;
    }

    @Override
    protected @Nullable QueryAnswer computeNext() {
        try {
            if (!questions.hasNext()) {
                return endOfData();
            }
            QueryAnswer answer = questions.next().askedOf(query);
            absent |= !answer.mayMatch();
            return answer;
        } catch (RuntimeException e) {
            failure = e;
            return endOfData();
        }
    }

    /** How the keys are searched for. */
    TableQuery.Search search() {
        return query.search();
    }

    /** The exit status of the answers that were given; throws the exception that ended them. */
    int exitStatus() {
        if (failure != null) {
            throw failure;
        }
        return absent ? ExitStatus.FOUND : ExitStatus.WELL;
    }
}
