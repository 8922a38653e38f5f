package io.backoff.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the library without which a property has no effect. Place it on a record component or, for all properties of a
 * record, on the record. An application that sets the property without the library logs a warning at startup.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
@Repeatable(NeedsLibrary.All.class)
public @interface NeedsLibrary {

    /** The name of a class of the library. */
    String type();

    /** The dependency to add, for example {@code spring-boot-starter-amqp}. */
    String dependency();

    /** The value that needs the library; by default, any value but {@code false}. */
    String value() default "";

    /** Container for several {@link NeedsLibrary}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.FIELD})
    @interface All {

        NeedsLibrary[] value();
    }
}
