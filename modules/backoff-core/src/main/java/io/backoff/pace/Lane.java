package io.backoff.pace;

import static io.backoff.pace.RateWindow.later;

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
 * The queue of attempts that share one rate limit of their callee: all attempts under a policy, or those with the same
 * key.
 *
 * <p>Normally, a lane only counts attempts. It begins to pace, that is, to limit their rate, when the callee has
 * throttled at least a given share of the last second's attempts, and at least two. From then on
 *
 * <ul>
 *   <li>attempts begin in order of arrival, {@code 1 / rate} apart, where the rate follows the callee's limit;
 *   <li>a throttled response lowers the rate to 0.7 times the measured rate, that is, the rate at which attempts began
 *       in the last second. This happens once per round trip: a response counts only if its attempt began after the
 *       last reduction. After a reduction, the measured rate takes a second to follow. While the lane's rate is below
 *       the measured rate, a reduction starts from the lane's rate instead, or from the rate that the callee has
 *       admitted in the last second, if that is higher. The admitted rate does not count if responses take longer than
 *       a second, and a reduction never raises the rate;
 *   <li>between reductions, the rate grows as {@link Cubic} describes, but at most to twice the measured rate. This
 *       maximum is never lower than the rate immediately after the last reduction: otherwise, a burst after a quiet
 *       second would begin at a rate of almost zero;
 *   <li>a response with Retry-After closes the lane's gate: no attempt begins until the Retry-After delay has passed.
 *       Then attempts begin {@code 1 / rate} apart again.
 * </ul>
 *
 * <p>The lane stops limiting the rate after ten seconds in which the limit was not needed: no attempt was throttled,
 * and the limit was at least twice the measured rate. It also stops after ten seconds in which no attempt arrived.
 *
 * <p>If the first attempt in the queue does not begin although it has been due for a second, its waiter is woken again.
 * If it has still not begun another second later, it leaves the queue, and so do others behind it that do not begin
 * within 50 ms. The lane checks this when an attempt arrives, and when its pacing is observed.
 *
 * <p>For example, a callee admits 100 attempts per second and responds after 50 ms; 32 workers call it. In the first 60
 * ms they make attempts at 900 per second, and some are throttled. This lowers the rate to 630 per second and, with
 * each further round trip, to 309, 220, 156, 114, 102 and 90. A few seconds later the rate has grown to 110, one
 * attempt is throttled, and the cycle repeats, with about 99 attempts per second on average.
 *
 * <p>The algorithm is that of the adaptive mode of the AWS SDKs, with CUBIC as in RFC 9438. But in the SDKs, a single
 * throttled response limits the rate for good, each throttled response of a round trip lowers the rate again, waiters
 * wake in no particular order, and a Retry-After delays only the call that received it.
 *
 * <p><b>The bound</b>: while the rate is limited, in any interval {@code T}, at most {@code 1 + r * (T + 10 ms)}
 * attempts begin, where {@code r} is the highest rate in the interval. The 10 ms are there because a waiter that wakes
 * at most 10 ms late does not delay the attempts queued behind it.
 *
 * <p>An attempt goes through a lane like this:
 *
 * <pre>{@code
 * Turn turn = lane.begin(now, timeLeft);
 * switch (turn.await(time::nanoTime, time::sleep)) {     // or onSignal, poll and delay, without blocking
 *     case BEGUN -> makeTheAttempt();                    // and, if throttled: lane.throttled(now, beganAt, retryAfter)
 *     case LATE -> endTheCall();                         // its turn would come too late
 *     default -> shutDown();                             // the wait was cancelled
 * }
 * }</pre>
 *
 * <p>Thread-safe. All times are nanoseconds of one monotonic clock with an arbitrary origin, like those of
 * {@link System#nanoTime()}: they may be negative or overflow. A wait of more than 146 years counts as 146 years.
 */
@Internal
public final class Lane {

    /** The lowest rate, in attempts per second. */
    public static final double SLOWEST = 0.5;

    private static final double FASTEST = RateWindow.NANOS_PER_SECOND;
    private static final long SECOND = 1_000_000_000;
    private static final long ENOUGH = 10 * SECOND;
    /** How late a waiter may wake without delaying the attempts queued behind it, in nanoseconds. */
    private static final long TIMER_DELAY = 10_000_000;
    /** How long the first attempt in the queue may be overdue before its waiter is woken again, in nanoseconds. */
    private static final long OVERDUE = SECOND;
    /** The same for each attempt that follows one whose waiter was gone. */
    private static final long OVERDUE_TOO = 50_000_000;
    /** The maximum delay of a postponed attempt beyond the end of the queue, in nanoseconds. */
    private static final long LONGEST_PUT_OFF = 60 * SECOND;
    /** The longest wait: half the maximum of a long, or 146 years. Differences of times then never overflow. */
    private static final long LONGEST = 1L << 62;

    private final Pace pace;
    private final RateWindow window;
    private volatile boolean pacing;
    private volatile boolean forgotten;
    // All fields below are guarded by this lane's lock.
    private final Set<Turn> queue = new LinkedHashSet<>();
    private Cubic curve = Cubic.after(SLOWEST);
    private long reduced;
    // When the newest attempt was due; it may have begun later.
    private long lastTurn;
    // The turn of the newest attempt, and the time at which the preceding attempt was due.
    private @Nullable Turn newest;
    private long turnBefore;
    // The first attempt in the queue that was overdue, and when its waiter was woken again.
    private @Nullable Turn overdue;
    private long wokenAgain;
    private long patience = OVERDUE;
    // When the last postponed attempt asks again.
    private long lastPutOff;
    // When this lane last delayed an attempt, or might have delayed one.
    private long needed;
    private long lastDemand;
    private long lastSweep;
    private long sweptGate;
    private long since;
    private long throttled;

    /**
     * Creates a lane.
     *
     * @param start when the pace was created
     */
    Lane(Pace pace, long start) {
        this.pace = pace;
        this.lastSweep = start;
        this.sweptGate = start;
        this.lastPutOff = start;
        this.window = new RateWindow(start);
    }

    /**
     * Requests the turn of an attempt. The state of the returned turn is final, unless the attempt must wait in the
     * queue.
     *
     * @param timeLeft the longest wait of the attempt, in nanoseconds; {@link Long#MAX_VALUE} if unlimited
     */
    public Turn begin(long now, long timeLeft) {
        if (pacing) {
            return arrive(now, timeLeft);
        }
        if (pace != Pace.OFF) {
            window.began(now);
        }
        return Turn.NOW;
    }

    /**
     * Requests the turn of an attempt that other code may still prevent. Unlike the turn that {@link #begin} returns,
     * this one can be {@linkplain Turn#giveBack given back} even if the attempt need not wait.
     *
     * @param timeLeft the longest wait of the attempt, in nanoseconds; {@link Long#MAX_VALUE} if unlimited
     */
    public Turn beginTentatively(long now, long timeLeft) {
        Turn turn = begin(now, timeLeft);
        if (turn != Turn.NOW || pace == Pace.OFF) {
            return turn;
        }
        Turn begun = new Turn(this, now, State.BEGUN);
        begun.began = now;
        return begun;
    }

    /**
     * Postpones an attempt that cannot wait for its turn. Postponed attempts get times behind the queue, one after the
     * other, so that they do not all ask again at once. They have no place in the queue: attempts that arrive meanwhile
     * begin first. Because the rate may rise, the time is at most a minute behind the queue.
     *
     * @return the time until the attempt should ask again; zero if the lane does not limit the rate
     */
    public synchronized Duration putOff(long now) {
        if (!pacing) {
            return Duration.ZERO;
        }
        long period = (long) Math.ceil(RateWindow.NANOS_PER_SECOND / rate(now));
        long behindQueue = later(due(now), now) + queue.size() * period;
        long turn = later(lastPutOff + period, behindQueue);
        long latest = behindQueue + LONGEST_PUT_OFF;
        lastPutOff = turn - latest > 0 ? latest : turn;
        return Duration.ofNanos(lastPutOff - now);
    }

    /**
     * Reports that the callee throttled an attempt.
     *
     * @param began when the attempt began: the argument {@code now} of {@link #begin} or of the last poll of its turn
     * @param retryAfter the Retry-After delay; zero if there is none
     */
    public void throttled(long now, long began, Duration retryAfter) {
        if (pace == Pace.OFF) {
            return;
        }
        long longest = Math.max(0, Math.min(nanos(retryAfter), Math.min(pace.maxDelay(), LONGEST)));
        window.throttled(now, began, now + longest);
        List<Turn> late = new ArrayList<>();
        react(now, began, now + longest, late);
        late.forEach(Turn::signal);
    }

    /** The pace that the lane belongs to. */
    public Pace pace() {
        return pace;
    }

    /** The current rate and queue; empty unless the lane limits the rate of attempts. */
    public Optional<Pacing> pacing(long now) {
        return pacing ? observe(now) : Optional.empty();
    }

    private Turn arrive(long now, long timeLeft) {
        List<Turn> moved = new ArrayList<>();
        Turn turn = arrive(now, timeLeft, moved);
        try {
            moved.forEach(Turn::signal);
        } catch (Throwable broken) {
            turn.leave();
            throw broken;
        }
        return turn;
    }

    private Turn arrive(long now, long timeLeft, List<Turn> moved) {
        boolean ended;
        synchronized (this) {
            checkFirst(now, moved);
            ended = endIfOver(now);
            // Pace.stop() stops all lanes except those of forgotten keys in which no attempt waits. Such a lane may
            // still be limiting the rate.
            if (pacing && !pace.isStopped()) {
                return queued(now, timeLeft);
            }
        }
        window.began(now);
        if (ended) {
            pace.ended(now);
        }
        return Turn.NOW;
    }

    private Turn queued(long now, long timeLeft) {
        lastDemand = now;
        long due = due(now);
        if (queue.isEmpty() && now - due >= 0) {
            Turn begun = new Turn(this, now, State.BEGUN);
            start(begun, now, now);
            return begun;
        }
        Turn turn = new Turn(this, now + Math.max(0, Math.min(timeLeft, LONGEST)), State.WAITING);
        if (!fits(queue.size(), turn, later(due, now), rate(now))) {
            needed = now;
            return Turn.NEVER;
        }
        try {
            queue.add(turn);
            queueChanged();
        } catch (Throwable broken) {
            // Without memory, for example, nobody would wait for the turn.
            queue.remove(turn);
            throw broken;
        }
        return turn;
    }

    /**
     * Wakes the first waiter again if its attempt is overdue, and removes the attempt from the queue if it is still
     * overdue later. An error such as a full stack or memory can break off any code, so a waiter may be gone or may
     * have missed its signal. The attempts behind it would never begin. Such an error often hits many waiters, so the
     * next ones get less time. A live waiter whose turn is removed makes its attempt uncounted.
     */
    private void checkFirst(long now, List<Turn> moved) {
        Turn first = first();
        if (first == null || now - due(now) < patience) {
            return;
        }
        if (first != overdue) {
            overdue = first;
            wokenAgain = now;
            moved.add(first);
        } else if (now - wokenAgain >= patience) {
            moved.add(first);
            end(first, State.LEFT, moved);
            overdue = first();
            wokenAgain = now;
            patience = OVERDUE_TOO;
        }
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
            if (now - turn.latest < 0) {
                return turn.waiting(Turn.UNTIL_SIGNAL);
            }
            end(turn, State.LATE, moved);
            return turn.state;
        }
        overdue = null;
        patience = OVERDUE;
        long due = due(now);
        if (later(due, now) - turn.latest > 0) {
            end(turn, State.LATE, moved);
        } else if (now - due >= 0) {
            // If the waiter wakes late, its attempt still counts from when it was due, so that the next attempt is not
            // delayed.
            start(turn, now, later(due, now - TIMER_DELAY));
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
        leaveQueue().forEach(Turn::signal);
    }

    /** Stops limiting the rate and ends all waits, because the {@link Pace} is stopped. */
    void stop() {
        List<Turn> left;
        synchronized (this) {
            pacing = false;
            left = leaveQueue();
        }
        left.forEach(Turn::signal);
    }

    private synchronized List<Turn> leaveQueue() {
        List<Turn> left = List.copyOf(queue);
        left.forEach(turn -> turn.state = State.LEFT);
        queue.clear();
        queueChanged();
        return left;
    }

    /**
     * Retires the lane because its key was forgotten. A later call with the key gets a new lane, and the log ignores
     * this lane.
     */
    void forget() {
        synchronized (this) {
            forgotten = true;
            queueChanged();
        }
        pace.forgot(this);
    }

    private void queueChanged() {
        if (forgotten) {
            pace.keep(this, !queue.isEmpty());
        }
    }

    /**
     * Whether the rate limit that began at {@code then} is still in force. Ends the limit if it is no longer needed,
     * because without calls, no other code ends it.
     */
    synchronized boolean isPacing(long then, long now) {
        return pacing && since == then && !endIfOver(now);
    }

    /** The time of the last check for waiting attempts that could begin only after their deadline. */
    synchronized long lastSweep() {
        return lastSweep;
    }

    boolean isForgotten() {
        return forgotten;
    }

    synchronized int waiting() {
        return queue.size();
    }

    private Optional<Pacing> observe(long now) {
        List<Turn> moved = new ArrayList<>();
        Optional<Pacing> observed = observe(now, moved);
        moved.forEach(Turn::signal);
        return observed;
    }

    private Optional<Pacing> observe(long now, List<Turn> moved) {
        synchronized (this) {
            checkFirst(now, moved);
            if (!endIfOver(now)) {
                return pacing ? Optional.of(snapshot(now)) : Optional.empty();
            }
        }
        pace.ended(now);
        return Optional.empty();
    }

    private Pacing snapshot(long now) {
        return new Pacing(rate(now), queue.size(), since, throttled);
    }

    private void end(Turn turn, State state, List<Turn> moved) {
        boolean wasFirst = turn == first();
        turn.state = state;
        queue.remove(turn);
        queueChanged();
        Turn next = first();
        if (wasFirst && next != null) {
            moved.add(next);
        }
    }

    private @Nullable Turn first() {
        return queue.isEmpty() ? null : queue.iterator().next();
    }

    private void start(Turn turn, long now, long came) {
        window.beganPaced(now);
        turn.began = now;
        turnBefore = lastTurn;
        lastTurn = came;
        newest = turn;
    }

    void giveBack(Turn turn) {
        Turn next = null;
        synchronized (this) {
            if (turn.state != State.BEGUN) {
                return;
            }
            turn.state = State.LEFT;
            window.takeBack(turn.began);
            // A turn that is not the newest has already delayed later attempts, so its place stays taken.
            if (turn == newest) {
                newest = null;
                lastTurn = turnBefore;
                next = first();
            }
        }
        if (next != null) {
            next.signal();
        }
    }

    private void react(long now, long began, long retryAfterEnd, List<Turn> late) {
        boolean ended;
        boolean slower = false;
        Pacing begun = null;
        synchronized (this) {
            ended = endIfOver(now);
            if (pacing) {
                throttled++;
                if (began - reduced > 0) {
                    reduce(now, tooMuch(now, began));
                    slower = true;
                }
                window.close(now, retryAfterEnd);
            } else if (!pace.isStopped() && isThrottled(now)) {
                since = now;
                throttled = window.throttled(now);
                lastTurn = now;
                window.close(now, window.retryAfterEnd(now));
                reduce(now, window.rate(now));
                pacing = true;
                begun = snapshot(now);
            }
            if (pacing) {
                needed = now;
                lastDemand = now;
                // The queue is not searched for late attempts after every throttled response: there may be many
                // waiters, and many such responses in one round trip.
                if (slower || window.gate() - later(sweptGate, now) > TIMER_DELAY) {
                    sweep(now, late);
                }
            }
        }
        if (ended) {
            pace.ended(now);
        }
        if (begun != null) {
            pace.began(this, begun, now);
        }
    }

    private boolean isThrottled(long now) {
        long number = window.throttled(now);
        return number >= 2 && number >= pace.share() * window.attempts(now);
    }

    /**
     * Returns the rate that has just proved too high, in attempts per second. The next reduction is computed from it.
     * Soon after a reduction, the callee may throttle some attempts although the rate is within its limit: its token
     * bucket is empty, and a few attempts may arrive together. The returned rate is therefore at least the rate that
     * the callee has admitted in the last second, if that is known. Without this minimum, the lane's rate would fall to
     * half of the callee's limit for several seconds. But the returned rate is never so high that the reduction would
     * raise the lane's rate.
     *
     * @param began when the throttled attempt began
     */
    private double tooMuch(long now, long began) {
        double measured = window.rate(now);
        double rate = rate(now, measured);
        double lower = Math.min(measured, rate);
        if (now - began >= SECOND) {
            // Most attempts of the last second have no response yet, so it is not known how many the callee admits.
            return lower;
        }
        double admitted = measured * (1 - window.throttledShare(now));
        return Math.max(lower, Math.min(admitted, rate / Cubic.BETA));
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
        return Math.max(0, now - reduced) / RateWindow.NANOS_PER_SECOND;
    }

    /** When the first attempt in the queue may begin. */
    private long due(long now) {
        long period = (long) Math.ceil(RateWindow.NANOS_PER_SECOND / rate(now));
        return later(lastTurn + period, window.gate());
    }

    /**
     * Whether an attempt can begin before its deadline, assuming that the rate is not lowered meanwhile.
     *
     * @param before number of attempts ahead in the queue
     * @param first when the first attempt in the queue may begin
     * @param rate the current rate
     */
    private boolean fits(int before, Turn turn, long first, double rate) {
        if (first - turn.latest > 0) {
            return false;
        }
        double steady = rate * ((turn.latest - first) / RateWindow.NANOS_PER_SECOND);
        return before <= Math.max(steady, curve.attempts(seconds(first), seconds(turn.latest)));
    }

    /** Ends the waits of attempts that could begin only after their deadline. */
    private void sweep(long now, List<Turn> moved) {
        lastSweep = now;
        sweptGate = window.gate();
        long first = later(due(now), now);
        double rate = rate(now);
        Turn wasFirst = first();
        int before = 0;
        for (Iterator<Turn> turns = queue.iterator(); turns.hasNext(); ) {
            Turn turn = turns.next();
            if (fits(before, turn, first, rate)) {
                before++;
            } else {
                turn.state = State.LATE;
                turns.remove();
                moved.add(turn);
            }
        }
        queueChanged();
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
        // The limit is needed while it is below twice the measured rate. Waiting attempts are added to the measured
        // rate, because they would begin now if there were no limit.
        if (rate(now, measured) < 2 * (measured + queue.size())) {
            needed = now;
        }
        // Attempts behind the gate and postponed ones will need the limit.
        long asked = later(window.gate(), lastPutOff);
        boolean quiet = now - later(lastDemand, asked) >= ENOUGH;
        if (!queue.isEmpty() || now - later(needed, asked) < ENOUGH && !quiet) {
            return false;
        }
        pacing = false;
        return true;
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }
}
