package io.backoff.engine;

import java.io.IOException;

/** Exceptions that break the code that looks at them. */
public enum HostileFailure {
    CAUSE_THROWS {
        @Override
        public IOException create() {
            return new IOException("original") {
                @Override
                public Throwable getCause() {
                    throw new IllegalStateException("no cause");
                }
            };
        }
    },
    CAUSE_IS_ITSELF {
        @Override
        public IOException create() {
            return new IOException("original") {
                @Override
                public Throwable getCause() {
                    return this;
                }
            };
        }
    },
    CAUSES_NEVER_END {
        @Override
        public IOException create() {
            return new Endless();
        }
    },
    TEXT_THROWS {
        @Override
        public IOException create() {
            return new IOException("original") {
                @Override
                public String getMessage() {
                    throw new StackOverflowError();
                }
            };
        }
    },
    TEXT_IS_NULL {
        @Override
        public IOException create() {
            return new IOException("original") {
                @Override
                public String toString() {
                    return null;
                }
            };
        }
    },
    FRAMES_THROW {
        @Override
        public IOException create() {
            return new IOException("original") {
                @Override
                public StackTraceElement[] getStackTrace() {
                    throw new IllegalStateException("no frames");
                }
            };
        }
    };

    public abstract IOException create();

    private static final class Endless extends IOException {

        private static final long serialVersionUID = 1L;

        @Override
        public Throwable getCause() {
            return new Endless();
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}
