IF NOT EXISTS (SELECT * FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'backoff_ended_publication')
CREATE TABLE backoff_ended_publication (
    publication_id VARCHAR(36) NOT NULL PRIMARY KEY,
    attempts       INT NOT NULL,
    outcome        VARCHAR(20) NOT NULL,
    ended_at       DATETIME2(6) DEFAULT CURRENT_TIMESTAMP NOT NULL
);
