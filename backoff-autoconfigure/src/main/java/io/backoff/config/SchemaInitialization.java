package io.backoff.config;

/** When to create tables that do not exist. */
public enum SchemaInitialization {
    /** In embedded databases, such as H2 in memory. */
    EMBEDDED,
    /** Whenever the application starts. */
    ALWAYS,
    /** Somebody else does. */
    NEVER
}
