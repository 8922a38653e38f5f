package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.java.CannotMigrateException;

/** Creates the exceptions for what cannot be carried over. */
final class Unsupported {

    private Unsupported() {}

    /** For a setting that is in the tables of the guide. */
    static CannotMigrateException setting(String reason) {
        return new CannotMigrateException(reason, "properties-and-annotation");
    }

    static CannotMigrateException placeholder(String field) {
        return setting("the value of the placeholder in '" + field + "' is not known here");
    }

    static CannotMigrateException delay(String reason) {
        return new CannotMigrateException(reason, "delays");
    }

    static CannotMigrateException none(String reason) {
        return new CannotMigrateException(reason, "no-equivalent");
    }

    static CannotMigrateException code(String reason) {
        return new CannotMigrateException(reason, "code");
    }
}
