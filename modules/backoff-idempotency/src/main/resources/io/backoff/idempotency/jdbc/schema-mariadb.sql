CREATE TABLE IF NOT EXISTS backoff_idempotency (
    id          CHAR(64)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    operation   VARCHAR(255) NOT NULL,
    fingerprint CHAR(64)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    state       VARCHAR(16)  NOT NULL,
    owner       VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    fence       BIGINT       NOT NULL,
    lease_until BIGINT       NOT NULL,
    expires_at  BIGINT       NOT NULL,
    content     LONGTEXT,
    INDEX backoff_idempotency_expires_at (expires_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;
