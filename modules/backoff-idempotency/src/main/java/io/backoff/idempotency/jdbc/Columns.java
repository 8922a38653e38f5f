package io.backoff.idempotency.jdbc;

/** The table columns that an insert sets. */
final class Columns {

    static final String ALL = "id, operation, fingerprint, state, owner, fence, lease_until, expires_at";

    private Columns() {}
}
