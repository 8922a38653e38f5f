package io.backoff.docs.code.polling;

import io.backoff.engine.BackoffHandle;
import io.backoff.engine.BackoffOperations;
import io.backoff.policy.BackoffPolicies;
import io.backoff.polling.BackoffPoll;
import io.backoff.polling.BackoffTrigger;
import java.util.Optional;
import org.springframework.scheduling.TaskScheduler;

/** Polling. */
class Outbox {

    private final Mails outbox;

    Outbox(Mails outbox) {
        this.outbox = outbox;
    }

    @BackoffPoll("outbox")
    boolean sendNext() {
        Optional<Mail> next = outbox.next();
        next.ifPresent(this::send);
        return next.isPresent();
    }

    void schedule(TaskScheduler scheduler, BackoffPolicies policies) {
        BackoffTrigger trigger = new BackoffTrigger(policies.get("outbox"));
        scheduler.schedule(() -> trigger.report(outbox.next().isPresent()), trigger);
    }

    @SuppressWarnings("try")
    void copy(BackoffOperations operations) {
        try (BackoffHandle ticker = operations.ticker("progress", this::showProgress)) {
            copyAll();
        }
    }

    private void send(Mail mail) {
        outbox.sent(mail);
    }

    private void showProgress() {}

    private void copyAll() {}

    interface Mails {

        Optional<Mail> next();

        void sent(Mail mail);
    }

    record Mail(String to) {}
}
