package io.backoff.autoconfigure;

/** Whether the table of idempotency keys is created at startup. */
public enum SchemaInitialization {
    /** In embedded databases. */
    EMBEDDED,
    /** Always. */
    ALWAYS,
    /** Never: the application does it. */
    NEVER
}
