package io.backoff.amqp;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.SystemLauncherListener.DefaultSystemLauncherListener;
import org.apache.qpid.server.model.Broker;
import org.apache.qpid.server.model.SystemConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker that RabbitMQ's client speaks to. Its messages are in memory. */
final class AmqpBroker implements AutoCloseable {

    private static final String SETTINGS = """
            {
              "name": "broker",
              "modelVersion": "9.0",
              "authenticationproviders": [{
                "name": "users", "type": "Plain", "secureOnlyMechanisms": [],
                "users": [{"name": "guest", "password": "guest", "type": "managed"}]
              }],
              "ports": [{
                "name": "amqp", "port": "%d", "bindingAddress": "127.0.0.1", "protocols": ["AMQP_0_9_1"],
                "authenticationProvider": "users", "virtualhostaliases": [{"name": "host", "type": "defaultAlias"}]
              }],
              "virtualhostnodes": [{
                "name": "default", "type": "Memory", "defaultVirtualHostNode": "true",
                "virtualHostInitialConfiguration": "{\\"type\\": \\"Memory\\"}"
              }]
            }
            """;

    private final SystemLauncher launcher;
    private final int port;

    private AmqpBroker(SystemLauncher launcher, int port) {
        this.launcher = launcher;
        this.port = port;
    }

    /** The broker of one test class that is extended by {@link Shared}. It starts when it is first needed. */
    static AmqpBroker shared() {
        AmqpBroker known = Shared.running;
        if (known == null) {
            known = start(0);
            Shared.running = known;
        }
        return known;
    }

    /** Stops the shared broker after the class, so that it does not log beside later tests. */
    static final class Shared implements AfterAllCallback {

        private static @Nullable AmqpBroker running;

        @Override
        public void afterAll(ExtensionContext context) {
            AmqpBroker known = running;
            running = null;
            if (known != null) {
                known.close();
            }
        }
    }

    /**
     * Starts a broker. On Java 24 and later the test is skipped: Qpid 10.0.1 needs the Security Manager, which they no
     * longer have. Qpid 10.0.2 will do without.
     *
     * @param port 0 is any
     */
    static AmqpBroker start(int port) {
        assumeTrue(Runtime.version().feature() < 24, "Qpid does not run on Java 24 and later");
        AtomicReference<SystemConfig<?>> system = new AtomicReference<>();
        SystemLauncher launcher = new SystemLauncher(new DefaultSystemLauncherListener() {
            @Override
            public void onContainerResolve(SystemConfig<?> resolved) {
                system.set(resolved);
            }
        });
        try {
            Path settings = Files.createTempFile("broker", ".json");
            Files.writeString(settings, SETTINGS.formatted(port));
            launcher.startup(Map.of(
                    "type",
                    "Memory",
                    "initialConfigurationLocation",
                    settings.toString(),
                    "startupLoggedToSystemOut",
                    false));
            Files.delete(settings);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (Exception failure) {
            throw new IllegalStateException("The broker has not started", failure);
        }
        Broker<?> broker = (Broker<?>) system.get().getContainer();
        return new AmqpBroker(launcher, broker.getPorts().iterator().next().getBoundPort());
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        launcher.shutdown();
    }
}
