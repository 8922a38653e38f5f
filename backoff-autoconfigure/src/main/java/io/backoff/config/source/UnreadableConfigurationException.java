package io.backoff.config.source;

/** A configuration file that cannot be parsed. */
final class UnreadableConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Names a file.
     *
     * @param file the file, as origins show it
     * @param cause what the parser says
     */
    UnreadableConfigurationException(String file, Throwable cause) {
        super("the file '" + file + "' cannot be read", cause);
    }
}
