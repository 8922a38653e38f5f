package io.backoff.pace;

import static io.backoff.pace.Window.later;

import io.backoff.Internal;
import io.backoff.pace.Turn.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The attempts that share one limit of their callee: those of a policy, or of one of its keys.
 *
 * <p>Most of the time, a lane only counts them. It begins to pace when the callee throttled at least a share of the last
 * second's attempts, and at least two. From then on
 *
 * <ul>
 *   <li>attempts begin one after the other, in order of arrival, {@code 1 / rate} apart;
 *   <li>a throttled response lowers the rate to 0.7 of the measured rate of attempts, once per round trip: if its attempt
 *       began after the last reduction. The measured rate is that of the last second, so it lags: if the rate has been
 *       reduced since, that counts instead, but no less than the callee has admitted in that second;
 *   <li>the rate grows again by {@link Cubic}, but not beyond twice the measured rate. That does not bring it below the
 *       rate right after the reduction: otherwise a burst after a quiet second would begin at next to nothing;
 *   <li>a hint closes the gate: no attempt begins before it ends, and then they begin at the rate.
 * </ul>
 *
 * <p>It ends when ten seconds pass without throttling at twice the measured rate or more, or without any demand.
 *
 * <p>For example a callee that admits 100 attempts per second, responds after 50 ms, and has 32 workers as callers. In the
 * first 60 ms they make 900 per second, and some are throttled: the rate is 630 per second, a round trip later 309, then
 * 220, 156, 114, 102, 90. A few seconds later it is at 110, one attempt is throttled, and the cycle repeats: about 99 per
 * second on average.
 *
 * <p>The algorithm is that of the adaptive mode of the AWS SDKs, with CUBIC as in RFC 9438. There, a single throttled
 * response turns it on for good, each throttled response of a round trip lowers the rate again, to whatever extent,
 * waiters wake in no order, and a hint delays only the call that got it.
 *
 * <p><b>The bound</b>: in any time {@code T} while pacing, at most {@code 1 + r * (T + 10 ms)} attempts begin, where
 * {@code r} is the highest rate in it; 10 ms since a waiter may wake late without losing its place.
 *
 * <p>An attempt goes through a lane like this:
 *
 * <pre>{@code
 * Turn turn = lane.begin(now, timeLeft);
 * switch (turn.await(time::nanoTime, time::sleep)) {      // or onSignal, poll and delay, without a thread
 *     case BEGUN -> makeTheAttempt();                     // and, if throttled: lane.throttled(now, beganAt, hint)
 *     case LATE -> endTheCall();                          // its turn would come too late
 *     default -> shutDown();                              // somebody has ended the wait
 * }
 * }</pre>
 *
 * <p>Thread-safe. All times are nanoseconds of one monotonic clock with an arbitrary origin, as
 * {@link System#nanoTime()}: they may be negative or overflow. Far ends saturate.
 */
@Internal
public final class Lane {

    private static final double SLOWEST = 0.5;
    private static final double FASTEST = Window.NANOS_PER_SECOND;
    private static final long SECOND = 1_000_000_000;
    private static final long ENOUGH = 10 * SECOND;
    /** How late a waiter may wake without losing its place, in nanoseconds. */
    private static final long TIMER_DELAY = 10_000_000;
    /** Half the range of a long, so that differences of times never overflow; 146 years. */
    private static final long LONGEST = 1L << 62;

    private final Pace pace;
    private final long start;
    private final Window window;
    private volatile boolean pacing;
    private volatile boolean forgotten;
    // When an attempt last began or arrived. Not volatile: it only has to be about right.
    private long used;
    // All below is guarded by this.
    private final Set<Turn> queue = new LinkedHashSet<>();
    private Cubic curve = Cubic.after(SLOWEST);
    private long reduced;
    // When the last turn came: no later than its attempt began.
    private long lastTurn;
    // When the pace last made a difference, or could have.
    private long needed;
    private long lastDemand;
    private long lastSweep;
    private long since;
    private long throttled;

    /** Creates the lane of a pace that has started then. */
    Lane(Pace pace, long start) {
        this.pace = pace;
        this.start = start;
        this.used = start;
        this.window = new Window(start);
    }

    /**
     * Asks to begin an attempt. Unless the turn has to be waited for, its state is final.
     *
     * @param timeLeft for how long the attempt may wait, in nanoseconds; {@link Long#MAX_VALUE} if nothing limits it
     */
    public Turn begin(long now, long timeLeft) {
        used = now;
        if (pacing) {
            return arrive(now, timeLeft);
        }
        if (pace != Pace.OFF) {
            window.began(now);
        }
        return Turn.NOW;
    }

    /**
     * Reports that the callee throttled an attempt.
     *
     * @param began when the attempt began: what its lane polled with, or began it with
     * @param hint for how long the callee asked not to be called; zero if it did not say
     */
    public void throttled(long now, long began, Duration hint) {
        if (pace == Pace.OFF) {
            return;
        }
        long longest = Math.max(0, Math.min(nanos(hint), Math.min(pace.maxDelay(), LONGEST)));
        window.throttled(now, now + longest);
        List<Turn> late = new ArrayList<>();
        react(now, began, now + longest, late);
        late.forEach(Turn::signal);
    }

    /** The pace that the lane belongs to. */
    public Pace pace() {
        return pace;
    }

    /** What the lane does at present; empty if it does not pace. */
    public Optional<Pacing> pacing(long now) {
        return pacing ? observe(now) : Optional.empty();
    }

    private Turn arrive(long now, long timeLeft) {
        boolean ended;
        synchronized (this) {
            ended = endIfOver(now);
            if (pacing) {
                return queued(now, timeLeft);
            }
        }
        window.began(now);
        if (ended) {
            pace.ended(this);
        }
        return Turn.NOW;
    }

    private Turn queued(long now, long timeLeft) {
        lastDemand = now;
        long due = due(now);
        if (queue.isEmpty() && now - due >= 0) {
            start(now, now);
            return Turn.NOW;
        }
        Turn turn = new Turn(this, now + Math.max(0, Math.min(timeLeft, LONGEST)), State.WAITING);
        if (!fits(queue.size(), turn, now)) {
            needed = now;
            return Turn.NEVER;
        }
        queue.add(turn);
        return turn;
    }

    State poll(Turn turn, long now) {
        List<Turn> moved = new ArrayList<>();
        State state = poll(turn, now, moved);
        moved.forEach(Turn::signal);
        return state;
    }

    private synchronized State poll(Turn turn, long now, List<Turn> moved) {
        if (turn.state != State.WAITING) {
            return turn.state;
        }
        if (turn != first()) {
            return turn.waiting(Turn.UNTIL_SIGNAL);
        }
        long due = due(now);
        if (later(due, now) - turn.latest > 0) {
            end(turn, State.LATE, moved);
        } else if (now - due >= 0) {
            // A waiter that wakes late has had its turn in time, so that the next one need not wait for that.
            start(now, later(due, now - TIMER_DELAY));
            end(turn, State.BEGUN, moved);
        } else {
            return turn.waiting(Duration.ofNanos(due - now));
        }
        if (now - lastSweep >= SECOND) {
            sweep(now, moved);
        }
        return turn.state;
    }

    void leave(Turn turn) {
        List<Turn> moved = new ArrayList<>();
        leave(turn, moved);
        moved.forEach(Turn::signal);
    }

    private synchronized void leave(Turn turn, List<Turn> moved) {
        if (turn.state == State.WAITING) {
            moved.add(turn);
            end(turn, State.LEFT, moved);
        }
    }

    /** Ends all waits. */
    void leaveAll() {
        List<Turn> left;
        synchronized (this) {
            left = List.copyOf(queue);
            left.forEach(turn -> turn.state = State.LEFT);
            queue.clear();
        }
        left.forEach(Turn::signal);
    }

    /** Reports nothing any more: another lane has its key. */
    void forget() {
        forgotten = true;
        pace.ended(this);
    }

    boolean isForgotten() {
        return forgotten;
    }

    synchronized int waiting() {
        return queue.size();
    }

    /** How long after the start an attempt last began or arrived, in nanoseconds. */
    long lastUse() {
        return used - start;
    }

    private Optional<Pacing> observe(long now) {
        synchronized (this) {
            if (!endIfOver(now)) {
                return pacing ? Optional.of(snapshot(now)) : Optional.empty();
            }
        }
        pace.ended(this);
        return Optional.empty();
    }

    private Pacing snapshot(long now) {
        return new Pacing(rate(now), queue.size(), since, throttled);
    }

    private void end(Turn turn, State state, List<Turn> moved) {
        boolean wasFirst = turn == first();
        turn.state = state;
        queue.remove(turn);
        Turn next = first();
        if (wasFirst && next != null) {
            moved.add(next);
        }
    }

    private @Nullable Turn first() {
        return queue.isEmpty() ? null : queue.iterator().next();
    }

    private void start(long now, long turn) {
        window.beganPaced(now);
        lastTurn = turn;
    }

    private void react(long now, long began, long hintEnd, List<Turn> late) {
        boolean ended;
        Pacing begun = null;
        synchronized (this) {
            ended = endIfOver(now);
            if (pacing) {
                throttled++;
                if (began - reduced > 0) {
                    reduce(now, tooMuch(now));
                }
                window.close(now, hintEnd);
            } else if (isThrottled(now)) {
                since = now;
                throttled = window.throttled(now);
                lastTurn = now;
                window.close(now, window.hintEnd(now));
                reduce(now, window.rate(now));
                pacing = true;
                begun = snapshot(now);
            }
            if (pacing) {
                needed = now;
                lastDemand = now;
                sweep(now, late);
            }
        }
        if (ended) {
            pace.ended(this);
        }
        if (begun != null) {
            pace.began(this, begun);
        }
    }

    private boolean isThrottled(long now) {
        long number = window.throttled(now);
        return number >= 2 && number >= pace.share() * window.attempts(now);
    }

    /**
     * The rate that the callee does not allow. Soon after a reduction it still throttles single attempts that do not
     * exceed its limit, since its tokens are spent and a few attempts may arrive together. What it has admitted meanwhile
     * shows that this is not too much: without that, the rate would fall to half of the limit, for seconds.
     */
    private double tooMuch(long now) {
        double measured = window.rate(now);
        double admitted = measured * (1 - window.throttledShare(now));
        return Math.max(admitted, Math.min(measured, rate(now, measured)));
    }

    private void reduce(long now, double from) {
        curve = Cubic.after(Math.max(SLOWEST, Math.min(from, FASTEST)));
        reduced = now;
    }

    private double rate(long now) {
        return rate(now, window.rate(now));
    }

    private double rate(long now, double measured) {
        double seconds = seconds(now);
        double curved = queue.isEmpty() ? curve.rate(seconds) : curve.rateInDemand(seconds);
        double grown = Math.min(curved, Math.max(2 * measured, curve.base()));
        return Math.max(SLOWEST, Math.min(grown, FASTEST));
    }

    private double seconds(long now) {
        return Math.max(0, now - reduced) / Window.NANOS_PER_SECOND;
    }

    /** When the first in the queue may begin. */
    private long due(long now) {
        long period = (long) Math.ceil(Window.NANOS_PER_SECOND / rate(now));
        return later(lastTurn + period, window.gate());
    }

    /** Whether a turn comes in time if there are so many before it, and the rate is not lowered meanwhile. */
    private boolean fits(int before, Turn turn, long now) {
        long first = later(due(now), now);
        if (first - turn.latest > 0) {
            return false;
        }
        double steady = rate(now) * ((turn.latest - first) / Window.NANOS_PER_SECOND);
        return before <= Math.max(steady, curve.attempts(seconds(first), seconds(turn.latest)));
    }

    /** Ends the waits of those whose turn would come too late. */
    private void sweep(long now, List<Turn> moved) {
        lastSweep = now;
        Turn wasFirst = first();
        int before = 0;
        for (Iterator<Turn> each = queue.iterator(); each.hasNext(); ) {
            Turn turn = each.next();
            if (fits(before, turn, now)) {
                before++;
            } else {
                turn.state = State.LATE;
                each.remove();
                moved.add(turn);
            }
        }
        Turn next = first();
        if (next != null && next != wasFirst) {
            moved.add(next);
        }
    }

    private boolean endIfOver(long now) {
        if (!pacing) {
            return false;
        }
        double measured = window.rate(now);
        // Those who wait are demand too, unless they are few against the rate.
        if (rate(now, measured) < 2 * (measured + queue.size()) || now - window.gate() < 0) {
            needed = now;
        }
        boolean quiet = now - later(lastDemand, window.gate()) >= ENOUGH;
        if (!queue.isEmpty() || now - needed < ENOUGH && !quiet) {
            return false;
        }
        pacing = false;
        return true;
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }
}
