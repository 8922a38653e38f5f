package io.backoff.config.change;

import java.util.Locale;

/** The way by which a setting is changed at run time. */
public enum ChangeSource {

    /** The Actuator endpoint, over HTTP. */
    ENDPOINT,

    /** The Actuator endpoint, over JMX. */
    JMX,

    /** The configuration files, which are read again. */
    RELOAD,

    /** A change of the environment by Spring Cloud. */
    REFRESH;

    /** For example {@code endpoint}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
