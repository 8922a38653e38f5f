package io.backoff.autoconfigure;

import io.backoff.engine.Nesting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Everything under {@code backoff}.
 *
 * @param enabled Whether annotated methods are retried; without, each runs once and nothing else changes.
 * @param adviceMode How calls are intercepted.
 * @param order Order of the advice, by default just outside of transactions and caches; 2147483641, outside of the aspects of Resilience4j, where these are on the class path.
 * @param nested What a guarded call does inside another one that is retrying.
 * @param transactions What a guarded call does that is part of a transaction of its caller.
 * @param policies Policies by name. The policy 'default' always exists, and all others inherit from it.
 * @param budgets Retry budgets by name; all inherit from 'default'.
 * @param metrics Meters.
 * @param http Retries across HTTP.
 * @param reload Configuration that changes while the application runs.
 * @param endpoint Actuator endpoints.
 * @param health Part of the application's health.
 * @param idempotency Operations that happen once.
 * @param redelivery Calls that are stored and made later.
 */
@ConfigurationProperties(prefix = "backoff", ignoreUnknownFields = false)
public record BackoffProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("proxy") AdviceMode adviceMode,
        @DefaultValue("" + AdviceOrder.DEFAULT) int order,
        @DefaultValue("chain-stop") Nesting nested,
        @DefaultValue("one-attempt") TransactionMode transactions,
        @DefaultValue Map<String, PolicyProperties> policies,
        @DefaultValue Map<String, BudgetProperties> budgets,
        Metrics metrics,
        Http http,
        Reload reload,
        Endpoint endpoint,
        Health health,
        Idempotency idempotency,
        Redelivery redelivery) {

    // Sections of which nothing is written have their defaults from constants: to bind them would double what binding
    // takes at startup.
    public BackoffProperties {
        metrics = Objects.requireNonNullElse(metrics, Metrics.DEFAULT);
        http = Objects.requireNonNullElse(http, Http.DEFAULT);
        reload = Objects.requireNonNullElse(reload, Reload.DEFAULT);
        endpoint = Objects.requireNonNullElse(endpoint, Endpoint.DEFAULT);
        health = Objects.requireNonNullElse(health, Health.DEFAULT);
        idempotency = Objects.requireNonNullElse(idempotency, Idempotency.DEFAULT);
        redelivery = Objects.requireNonNullElse(redelivery, Redelivery.DEFAULT);
    }

    /**
     * Meters.
     *
     * @param enabled Whether calls are counted in the meter registry.
     * @param methodTag Whether meters have a tag for the method.
     */
    public record Metrics(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("true") boolean methodTag) {

        static final Metrics DEFAULT = new Metrics(true, true);
    }

    /**
     * Configuration that changes while the application runs.
     *
     * @param interval How often the configuration files are read again; 0 for never.
     */
    public record Reload(@DefaultValue("0") Duration interval) {

        static final Reload DEFAULT = new Reload(Duration.ZERO);
    }

    /**
     * Actuator endpoints.
     *
     * @param readOnly Whether the endpoints backoff and backoffredeliveries reject all that changes something.
     */
    public record Endpoint(@DefaultValue("false") boolean readOnly) {

        static final Endpoint DEFAULT = new Endpoint(false);
    }

    /**
     * Part of the application's health.
     *
     * @param enabled Whether health reports retry budgets that are exhausted.
     * @param exhaustedFor How long a budget denies retries before health reports it.
     */
    public record Health(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("1m") Duration exhaustedFor) {

        static final Health DEFAULT = new Health(false, Duration.ofMinutes(1));
    }

    /**
     * Retries across HTTP.
     *
     * @param client Requests that this application makes.
     * @param server Requests that come in.
     */
    public record Http(Client client, Server server) {

        static final Http DEFAULT = new Http(Client.DEFAULT, Server.DEFAULT);

        public Http {
            client = Objects.requireNonNullElse(client, Client.DEFAULT);
            server = Objects.requireNonNullElse(server, Server.DEFAULT);
        }

        /**
         * Requests that this application makes.
         *
         * @param enabled Whether requests of second and later attempts carry a Retry-Attempt header, and clients leave
         *     retrying to policies.
         * @param disableClientRetries Whether Apache HttpClient, which retries by itself, is kept from it.
         * @param idempotencyKey Whether POST and PATCH requests of a guarded call carry an Idempotency-Key, the same in each attempt.
         */
        public record Client(
                @DefaultValue("true") boolean enabled,
                @DefaultValue("true") boolean disableClientRetries,
                @DefaultValue("false") boolean idempotencyKey) {

            static final Client DEFAULT = new Client(true, true, false);
        }

        /**
         * Incoming requests.
         *
         * @param enabled Whether incoming requests are told apart by attempt, and callers are told if they may retry.
         * @param trusted Addresses and address ranges whose word on attempts is taken, such as 10.0.0.0/8.
         * @param noRetryShare Share of retries in the requests, 0 to 1, from which on an overloaded server asks for no more of them.
         * @param noRetryRejectionRatio Share of rejections in the requests, 0 to 1, from which on an overloaded server asks for no retries.
         * @param window Time over which requests are counted for the two shares.
         */
        public record Server(
                @DefaultValue("true") boolean enabled,

                @DefaultValue({
                    "127.0.0.0/8",
                    "10.0.0.0/8",
                    "172.16.0.0/12",
                    "192.168.0.0/16",
                    "169.254.0.0/16",
                    "::1",
                    "fc00::/7",
                    "fe80::/10"
                })
                List<String> trusted,

                @DefaultValue("0.045") double noRetryShare,
                @DefaultValue("0.5") double noRetryRejectionRatio,
                @DefaultValue("10s") Duration window) {

            static final Server DEFAULT = new Server(
                    true,
                    List.of(
                            "127.0.0.0/8",
                            "10.0.0.0/8",
                            "172.16.0.0/12",
                            "192.168.0.0/16",
                            "169.254.0.0/16",
                            "::1",
                            "fc00::/7",
                            "fe80::/10"),
                    0.045,
                    0.5,
                    Duration.ofSeconds(10));
        }
    }

    /**
     * Operations that happen once.
     *
     * @param store Where keys are kept.
     * @param ttl How long the outcome of an operation is known.
     * @param lease How long an operation counts as in progress after a process that carried it out has died.
     * @param maxResultSize Longest result that is kept; of a larger one, duplicates learn only that it exists.
     * @param jdbc Keys in a database.
     */
    public record Idempotency(
            @DefaultValue("auto") StoreKind store,
            @DefaultValue("24h") Duration ttl,
            @DefaultValue("30s") Duration lease,
            @DefaultValue("64KB") DataSize maxResultSize,
            Jdbc jdbc) {

        static final Idempotency DEFAULT = new Idempotency(
                StoreKind.AUTO, Duration.ofHours(24), Duration.ofSeconds(30), DataSize.ofKilobytes(64), Jdbc.DEFAULT);

        public Idempotency {
            jdbc = Objects.requireNonNullElse(jdbc, Jdbc.DEFAULT);
        }

        /**
         * Keys in a database.
         *
         * @param mode How keys relate to the transaction of the operation.
         * @param initializeSchema Whether the table is created at startup.
         */
        public record Jdbc(
                @DefaultValue("same-transaction") JdbcMode mode,
                @DefaultValue("embedded") SchemaInitialization initializeSchema) {

            static final Jdbc DEFAULT = new Jdbc(JdbcMode.SAME_TRANSACTION, SchemaInitialization.EMBEDDED);
        }
    }

    /**
     * Calls that are stored and made later.
     *
     * @param initializeSchema When to create the table of stored calls.
     * @param deadLetterRetention How long dead letters are kept; 0 for ever.
     */
    public record Redelivery(
            @DefaultValue("embedded") SchemaInitialization initializeSchema,
            @DefaultValue("0") Duration deadLetterRetention) {

        static final Redelivery DEFAULT = new Redelivery(SchemaInitialization.EMBEDDED, Duration.ZERO);
    }
}
