package io.backoff.kills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.backoff.kills.Ledger.Account;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two instances of an application send and receive numbered messages, while something is killed again and again. The
 * moments are random numbers of entries in the ledger. {@code -Dkills=50} says how often, {@code -Dkills.minutes=5} for
 * how long at most, {@code -Dkills.seed=1} draws other moments, {@code -Dkills.rate=300} sends more messages a second, {@code
 * -Dkills.only=process,server} leaves out the other kinds.
 */
@Tag("kills")
abstract class KillTest {

    private static final int KILLS = Integer.getInteger("kills", 3);
    private static final String ONLY = System.getProperty("kills.only", "process,server,connection,stall");
    private static final long SEED = Long.getLong("kills.seed", 44);
    private static final int INSTANCES = 2;
    private static final Duration LONGEST = Duration.ofMinutes(Long.getLong("kills.minutes", 45));
    /** Less than a second of load, so that connections are cut while others are still being made. */
    private static final int LONGEST_PAUSE = 600;

    /** The number of messages after which an instance counts as recovered: more than it can have in progress. */
    private static final int RECOVERED = 25;

    /** How long no message may reach its end: longer than leases, heartbeats and delays take. */
    private static final Duration LONGEST_END = Duration.ofMinutes(2);

    private static final Duration SHORTEST_STALL = Duration.ofSeconds(1);

    /** Beyond the leases, timeouts and heartbeats of the applications. */
    private static final int LONGEST_STALL_MILLIS = 15_000;

    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final String feature;
    private final String store;
    private final Class<?> application;

    KillTest(String feature, String store, Class<?> application) {
        this.feature = feature;
        this.store = store;
        this.application = application;
    }

    abstract Server server() throws Exception;

    /** The properties of the application. */
    abstract List<String> properties(int port);

    /** Whether numbers stand for operations with a key, which are repeated until they are acknowledged, and then once more. */
    boolean sendsOperations() {
        return false;
    }

    /** The messages that the store keeps as dead letters. */
    List<Integer> dead(Server server) throws Exception {
        return List.of();
    }

    /** Whether nothing waits in the store any more. */
    boolean isDrained(Server server) throws Exception {
        return true;
    }

    /** Reports the effects that are in the store. */
    void findEffects(Server server, Ledger ledger) throws Exception {}

    /** Further checks at the end of the run. */
    void check(Kill kill, Account account) {}

    @ParameterizedTest
    @EnumSource(Kill.class)
    @Timeout(value = 90, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nothingIsLost(Kill kill) throws Exception {
        assumeTrue(List.of(ONLY.split(",")).contains(kill.name().toLowerCase(Locale.ROOT)));
        Random random = new Random(SEED);
        try (Server server = server();
                Proxy proxy = new Proxy(server.port());
                Ledger ledger = new Ledger(sendsOperations())) {
            server.start(proxy.port());
            List<String> properties = new ArrayList<>(properties(proxy.port()));
            properties.add("ledger=" + ledger.port());
            try (Instances instances = new Instances(directory, application, properties)) {
                ledger.whileWaiting(instances::assertAlive);
                start(instances, ledger);
                long start = System.nanoTime();
                for (int i = 0; i < KILLS && System.nanoTime() - start < LONGEST.toNanos(); i++) {
                    ledger.awaitEntries(1 + random.nextInt(LONGEST_PAUSE), LONG);
                    long before = ledger.now();
                    kill(kill, random, instances, server, proxy);
                    ledger.awaitWork(instances.names(), ledger.work(), RECOVERED, LONG);
                    ledger.killed(before);
                    dead(server).forEach(ledger::buried);
                }
                ledger.endLoad();
                awaitEnds(ledger, server);
            }
            findEffects(server, ledger);
            report(kill, ledger.account());
        }
    }

    // A store works off its backlog at its own speed: messages are missing when no more of them reach their end.
    private void awaitEnds(Ledger ledger, Server server) {
        int before;
        int open = Integer.MAX_VALUE;
        do {
            before = open;
            try {
                await().atMost(LONGEST_END)
                        .pollInterval(Duration.ofMillis(200))
                        .ignoreExceptions()
                        .until(() -> {
                            dead(server).forEach(ledger::buried);
                            return ledger.open() == 0 && isDrained(server);
                        });
                return;
            } catch (ConditionTimeoutException late) {
                open = ledger.open();
            }
        } while (open < before);
        // The report names the missing messages.
    }

    private static void start(Instances instances, Ledger ledger) throws Exception {
        for (int i = 0; i < INSTANCES; i++) {
            // One after the other: only the first has to create tables.
            instances.start();
            ledger.awaitWork(instances.names(), Map.of(), 1, LONG);
        }
    }

    private static void kill(Kill kill, Random random, Instances instances, Server server, Proxy proxy)
            throws Exception {
        switch (kill) {
            case PROCESS -> {
                List<String> names = List.copyOf(instances.names());
                instances.kill(names.get(random.nextInt(names.size())));
                instances.start();
            }
            case SERVER -> {
                server.kill();
                server.start(proxy.port());
            }
            case CONNECTION -> proxy.cut();
            case STALL -> server.process().stall(SHORTEST_STALL.plusMillis(random.nextInt(LONGEST_STALL_MILLIS)));
        }
    }

    private void report(Kill kill, Account account) throws IOException {
        String row = "| %s | %s | %s | %d | %,d | %,d | %d | %d | %d |"
                .formatted(
                        feature,
                        store,
                        kill.name().toLowerCase(Locale.ROOT),
                        account.kills(),
                        account.accepted(),
                        account.dead(),
                        account.lost().size(),
                        account.duplicates(),
                        account.forgotten());
        System.out.println(row);
        Path results = Files.createDirectories(Path.of("target")).resolve("kills.md");
        Files.writeString(results, row + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        assertThat(account.accepted()).as("messages").isPositive();
        assertThat(account.lost()).as("lost messages: %s", account).isEmpty();
        assertThat(account.unexplained())
                .as("duplicates without a kill: %s", account)
                .isZero();
        check(kill, account);
    }
}
