// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A filter was not published, or it is not known whether it was; names the reason. */
public final class PublishException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The reason, for use in a switch. */
    public enum Reason {
        /** The key exists, and was not to be replaced. */
        KEY_EXISTS,
        /** The key holds a value of another type, which is never replaced. */
        OTHER_TYPE,
        /** The temporary key, or a part of it, was gone when it was to replace the key. */
        LOST,
        /** The server answered a step with an error, such as a full memory or a read-only replica. */
        REFUSED,
        /** The server did not answer in time, or the connection was lost, before the last step: nothing has changed. */
        NO_ANSWER,
        /** The last step was sent and not answered: either the old state or the new one holds. */
        UNKNOWN
    }

    private final Reason reason;

    PublishException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** {@return the kind of failure} */
    public Reason reason() {
        return reason;
    }
}
