CREATE TABLE IF NOT EXISTS backoff_ended_publication (
    publication_id UUID NOT NULL PRIMARY KEY,
    attempts       INT NOT NULL,
    outcome        VARCHAR(20) NOT NULL,
    ended_at       TIMESTAMP(9) WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL
);
