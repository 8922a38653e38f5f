package io.backoff.config.change;

import java.util.Locale;

/** How a change of a setting arrives at run time. */
public enum ChangeSource {

    /** The Actuator endpoint, over HTTP. */
    ENDPOINT,

    /** The Actuator endpoint, over JMX. */
    JMX,

    /** The configuration files, which are read again. */
    RELOAD,

    /** A change of the environment by Spring Cloud. */
    REFRESH;

    /** The name in reports and log lines, for example {@code endpoint}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
