package io.backoff.sample.dashboard;

import io.backoff.engine.BackoffListener;
import io.backoff.engine.RetryDecision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.springframework.stereotype.Component;

/** Collects decisions about payments, but no more than a viewer can read. */
@Component
class Decisions implements BackoffListener {

    private static final int MOST_WAITING = 100;
    private static final int MOST_AT_ONCE = 3;

    private final Deque<DecisionLine> waiting = new ArrayDeque<>();

    @Override
    public void onDecision(RetryDecision decision) {
        if (decision.policy().equals(PaymentMeters.POLICY)) {
            add(DecisionLine.of(decision, System.currentTimeMillis()));
        }
    }

    private synchronized void add(DecisionLine line) {
        waiting.add(line);
        if (waiting.size() > MOST_WAITING) {
            waiting.remove();
        }
    }

    /**
     * Returns a few of the decisions made since this method was last invoked, oldest first. Orders paid at the first
     * attempt are the first to be omitted.
     */
    synchronized List<DecisionLine> next() {
        List<DecisionLine> all = new ArrayList<>(waiting);
        waiting.clear();
        return all.stream()
                .sorted(Comparator.comparing(DecisionLine::isNews).reversed())
                .limit(MOST_AT_ONCE)
                .sorted(Comparator.comparingLong(DecisionLine::at))
                .toList();
    }
}
