package io.backoff.config;

/** When to create tables that do not exist. */
public enum SchemaInitialization {
    /** Creates them in embedded databases, such as H2 in memory. */
    EMBEDDED,
    /** Creates them whenever the application starts. */
    ALWAYS,
    /** Never creates them: another tool does. */
    NEVER
}
