package io.backoff.kills;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Event publications that were stored: each reaches its listener, or is in the table of those that have ended. */
abstract class PublicationsKillTest extends KillTest {

    private static final Pattern NUMBER = Pattern.compile("\"number\":(\\d+)");

    PublicationsKillTest(String store) {
        super("event publications", store, PublicationsApplication.class);
    }

    abstract String url(int port);

    @Override
    List<String> properties(int port) {
        return List.of(
                "tests.auto-configure=modulith",
                "spring.datasource.url=" + url(port),
                "spring.datasource.hikari.connection-timeout=5000",
                "spring.datasource.hikari.maximum-pool-size=25",
                "spring.modulith.events.jdbc.schema-initialization.enabled=true",
                "spring.modulith.events.completion-mode=delete",
                "backoff.modulith.initialize-schema=always",
                "backoff.modulith.policy=events",
                "backoff.modulith.poll-interval=500ms",
                // Longer than a listener takes on a busy machine.
                "backoff.modulith.stale-after=10s",
                "backoff.policies.events.delay=200ms",
                "backoff.policies.events.max-attempts=3",
                "backoff.policies.events.max-elapsed=0");
    }

    @Override
    boolean isDrained(Server server) {
        return database(server).sql("""
                                select count(*) from EVENT_PUBLICATION p where not exists (
                                  select 1 from backoff_ended_publication e where e.publication_id = p.id)
                                """).query(Long.class).single() == 0;
    }

    @Override
    List<Integer> dead(Server server) {
        return database(server).sql("""
                        select SERIALIZED_EVENT from EVENT_PUBLICATION p where exists (
                          select 1 from backoff_ended_publication e where e.publication_id = p.id)
                        """).query(String.class).list().stream()
                .map(PublicationsKillTest::number)
                .toList();
    }

    private static int number(String event) {
        Matcher found = NUMBER.matcher(event);
        if (!found.find()) {
            throw new AssertionError(event);
        }
        return Integer.parseInt(found.group(1));
    }

    private JdbcClient database(Server server) {
        return JdbcClient.create(new DriverManagerDataSource(url(server.port())));
    }
}
