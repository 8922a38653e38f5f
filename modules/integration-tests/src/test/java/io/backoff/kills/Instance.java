package io.backoff.kills;

import java.io.IOException;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * One instance of an application, in a JVM of its own: it sends the numbers that the ledger hands out, and receives what
 * all instances send. It runs until its input ends, so that it does not outlive the test.
 */
final class Instance {

    private static final int SENDERS = 2;

    private Instance() {}

    /** Arguments: the class of the application, and properties as {@code --name=value}. */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(Class.forName(args[0]), Reporting.class)
                .web(WebApplicationType.NONE)
                .run(args);
        for (int i = 0; i < SENDERS; i++) {
            Thread sender = new Thread(() -> send(context), "sender");
            sender.setDaemon(true);
            sender.start();
        }
        while (System.in.read() >= 0) {
            // Waits for the end of the input, to which nobody writes.
        }
        context.close();
    }

    private static void send(ConfigurableApplicationContext context) {
        Sender sender = context.getBean(Sender.class);
        Ledger.Client ledger = context.getBean(Ledger.Client.class);
        for (int number = ledger.next(); number >= 0; number = ledger.next()) {
            try {
                sender.send(number);
            } catch (Exception failure) {
                System.out.println("Not sent: " + number + ", " + failure);
                ledger.refused();
                continue;
            }
            ledger.accepted();
        }
    }

    /** Sends a message, and returns when it is safe. */
    interface Sender {

        void send(int number) throws Exception;
    }

    @Configuration(proxyBeanMethods = false)
    static class Reporting {

        @Bean
        Ledger.Client ledger(Environment environment) {
            return new Ledger.Client(
                    environment.getRequiredProperty("ledger", Integer.class),
                    environment.getRequiredProperty("instance"));
        }
    }
}
