CREATE TABLE IF NOT EXISTS backoff_idempotency (
    id          VARCHAR(64)  NOT NULL PRIMARY KEY,
    operation   VARCHAR(255) NOT NULL,
    fingerprint VARCHAR(64)  NOT NULL,
    state       VARCHAR(16)  NOT NULL,
    owner       VARCHAR(64)  NOT NULL,
    fence       BIGINT       NOT NULL,
    lease_until BIGINT       NOT NULL,
    expires_at  BIGINT       NOT NULL,
    content     CHARACTER LARGE OBJECT
);

CREATE INDEX IF NOT EXISTS backoff_idempotency_expires_at ON backoff_idempotency (expires_at);
