package io.backoff.config;

/** When to create missing tables. */
public enum SchemaInitialization {
    /** Creates tables in embedded databases, such as H2 in memory. */
    EMBEDDED,
    /** Creates tables whenever the application starts. */
    ALWAYS,
    /** Never creates tables, because another tool does. */
    NEVER
}
