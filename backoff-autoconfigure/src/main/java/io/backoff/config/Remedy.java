package io.backoff.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how to fix a value that cannot be converted to the type of the property. It replaces the general remedy for
 * that type.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Remedy {

    /** The remedy, as a sentence. */
    String value();
}
