package io.backoff.config;

/** When to create missing tables. */
public enum SchemaInitialization {
    /** Creates them in embedded databases, such as H2 in memory. */
    EMBEDDED,
    /** Creates them whenever the application starts. */
    ALWAYS,
    /** Never creates them: another tool does. */
    NEVER
}
