package io.backoff.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how to fix values of a property that cannot be converted to its type. Place it on a record component whose type
 * has a remedy that does not say everything.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Remedy {

    /** The remedy, as a sentence. */
    String value();
}
