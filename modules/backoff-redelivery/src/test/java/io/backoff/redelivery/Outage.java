package io.backoff.redelivery;

import io.backoff.engine.CurrentAttempt;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A mail server that is down at times. Public, because proxies in other class loaders extend it. */
public final class Outage {

    private Outage() {}

    public static class Mailer {

        private final List<String> sent = new CopyOnWriteArrayList<>();
        private final List<Integer> attempts = new CopyOnWriteArrayList<>();
        private volatile boolean down;

        public List<String> sent() {
            return sent;
        }

        public List<Integer> attempts() {
            return attempts;
        }

        public void down(boolean down) {
            this.down = down;
        }

        @Redeliver("mail")
        public void send(String mail) {
            make(mail);
        }

        @Redeliver(value = "mail", name = "bill")
        public void bill(String mail) {
            make("bill " + mail);
        }

        private void make(String mail) {
            attempts.add(CurrentAttempt.get().map(CurrentAttempt::number).orElse(0));
            if (down) {
                throw new IllegalStateException("the mail server is down");
            }
            sent.add(mail);
        }
    }
}
