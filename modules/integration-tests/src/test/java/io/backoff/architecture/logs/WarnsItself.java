package io.backoff.architecture.logs;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

final class WarnsItself {

    private static final Logger logger = System.getLogger(WarnsItself.class.getName());

    void run() {
        logger.log(Level.WARNING, "Of which nobody has written what it means");
    }
}
