CREATE TABLE IF NOT EXISTS backoff_ended_publication (
    publication_id UUID NOT NULL PRIMARY KEY,
    attempts       INT NOT NULL,
    outcome        TEXT NOT NULL,
    ended_at       TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL
);
