package io.backoff.adopt;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** The treatment of calls retried by other libraries. */
public enum AdoptMode {

    /** Nothing. */
    OFF,

    /** They are counted. */
    OBSERVE,

    /** They are counted, and their retries need the permission of a budget and of the callee. */
    GOVERN;

    /** The mode of an application, for beans that are created before its properties are bound. */
    public static AdoptMode of(Environment environment) {
        return Binder.get(environment)
                .bind("backoff.adopt.mode", AdoptMode.class)
                .orElse(OBSERVE);
    }
}
