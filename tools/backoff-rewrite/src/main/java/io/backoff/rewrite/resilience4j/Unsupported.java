package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.java.CannotMigrateException;

/** Creates the exceptions for settings that cannot be migrated. */
final class Unsupported {

    private Unsupported() {}

    /** Creates the exception for a setting. It refers to the section "Properties and annotation" of the guide. */
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
