package io.backoff.config.source;

/** Thrown for a configuration file that cannot be parsed. */
final class UnreadableConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception for a file.
     *
     * @param file the file, as origins show it
     * @param cause the exception of the parser
     */
    UnreadableConfigurationException(String file, Throwable cause) {
        super("the file '" + file + "' cannot be read", cause);
    }
}
