CREATE TABLE IF NOT EXISTS backoff_ended_publication (
    publication_id VARCHAR2(36) NOT NULL PRIMARY KEY,
    attempts       INT NOT NULL,
    outcome        VARCHAR2(20) NOT NULL,
    ended_at       TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP NOT NULL
);
