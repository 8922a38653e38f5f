package io.backoff.architecture.logs;

import org.apache.commons.logging.LogFactory;

final class WarnsBySpring {

    void run() {
        LogFactory.getLog(WarnsBySpring.class).warn("Of which nobody has written what it means");
    }
}
