package io.backoff.adopt;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** The treatment of calls that other libraries retry. */
public enum AdoptMode {

    /** Calls are ignored. */
    OFF,

    /** Calls are counted. */
    OBSERVE,

    /** Calls are counted, and retries can be denied, for example if the budget is empty or the callee forbids them. */
    GOVERN;

    /** Returns the mode of an application, for beans that are created before properties are bound. */
    public static AdoptMode of(Environment environment) {
        return Binder.get(environment)
                .bind("backoff.adopt.mode", AdoptMode.class)
                .orElse(OBSERVE);
    }
}
