package io.backoff.config.change;

import java.util.Locale;

/** The source of a change at run time. */
public enum ChangeSource {

    /** The Actuator endpoint, over HTTP. */
    ENDPOINT,

    /** The Actuator endpoint, over JMX. */
    JMX,

    /** A reload of the configuration files. */
    RELOAD,

    /** A change of the environment by Spring Cloud. */
    REFRESH;

    /** The name in reports and log lines, for example {@code endpoint}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
