package io.backoff.sample.dashboard;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Counts stored calls where they are stored. */
@Component
class StoredCallTable {

    private final JdbcClient database;

    StoredCallTable(JdbcClient database) {
        this.database = database;
    }

    StoredCalls count() {
        return database.sql("""
                select count(case when task_name = 'backoff-redelivery' then 1 end) as waiting,
                       count(case when task_name = 'backoff-dead-letter' then 1 end) as dead
                from scheduled_tasks""").query(StoredCalls.class).single();
    }
}
