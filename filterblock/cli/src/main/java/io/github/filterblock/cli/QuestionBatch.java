// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.cli.QueryDocument.Question;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Questions that are answered after one pass over a table. A batch ends with a question about a block, which needs no
 * pass, so that a program may read an answer before it asks the next one.
 *
 * @param failure a wrong question after them; null if there is none
 */
record QuestionBatch(List<Question> questions, @Nullable RuntimeException failure) {
    private static final int MOST_QUESTIONS = 1 << 16;
    private static final long MOST_BYTES = 16 << 20;

    /** Takes the next questions; none if there are no more. */
    static QuestionBatch next(Iterator<Question> questions) {
        List<Question> taken = new ArrayList<>();
        long bytes = 0;
        try {
            while (taken.size() < MOST_QUESTIONS && bytes < MOST_BYTES && questions.hasNext()) {
                Question question = questions.next();
                taken.add(question);
                bytes += question.key().length;
                if (question.blockOffset().isPresent()) {
                    break;
                }
            }
        } catch (RuntimeException e) {
            return new QuestionBatch(taken, e);
        }
        return new QuestionBatch(taken, null);
    }

    /** The keys that are sought in the data blocks. */
    List<byte[]> keys() {
        return questions.stream()
                .filter(question -> question.blockOffset().isEmpty())
                .map(Question::key)
                .toList();
    }
}
