package io.backoff.pace;

import io.backoff.Internal;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The pace of a policy: finds the rate of attempts that a callee allows, and makes them wait for their turn at it. Each
 * key has a {@link Lane} of its own, and so have all calls without a key together. Lanes know nothing of one another.
 *
 * <pre>{@code
 * Lane lane = pace.lane(key);           // once for each call
 * Turn turn = lane.begin(now, left);    // before each attempt, after its delay
 * }</pre>
 *
 * <p>Thread-safe.
 */
@Internal
public final class Pace {

    /** Paces nothing, and cannot be changed. */
    public static final Pace OFF = new Pace("none", 1, Duration.ZERO, 0);

    private static final Logger logger = System.getLogger(Pace.class.getName());

    private static final LogMessage BEGAN = LogMessage.info(
            "Policy '%s' paces its attempts: %s were throttled within a second. They begin at %s a second now, and at "
                    + "what the callee turns out to allow");
    private static final LogMessage ENDED = LogMessage.info(
            "Policy '%s' no longer paces its attempts: for ten seconds the callee allowed more than there were");

    private final String policy;
    private final long start;
    private final Lane unkeyed;
    private final Map<String, Lane> keyed = new ConcurrentHashMap<>();
    // Those that are remembered and pace, as far as anybody has noticed.
    private final Set<Lane> pacingLanes = new HashSet<>();
    // Guarded by the lanes: whether the log says that the policy paces.
    private boolean announced;
    private volatile LongConsumer waits = nanos -> {};
    private volatile double share;
    private volatile long maxDelay;

    private Pace(String policy, double share, Duration maxDelay, long now) {
        this.policy = policy;
        this.start = now;
        this.share = share;
        this.maxDelay = nanos(maxDelay);
        this.unkeyed = new Lane(this, now);
    }

    /**
     * Creates a pace that does not pace yet.
     *
     * @param policy name of the policy, for the log
     * @param share the share of the last second's attempts that starts pacing if they are throttled, 0 to 1
     * @param maxDelay the longest that a hint of one attempt delays the others
     * @param now the time, in nanoseconds of the clock that all calls use
     * @throws IllegalArgumentException if a value is out of range
     */
    public static Pace adaptive(String policy, double share, Duration maxDelay, long now) {
        return new Pace(policy, checked(share), maxDelay, now);
    }

    /** Replaces the settings while the pace is in use. What the lanes have found out, and who waits in them, is kept. */
    public void change(double newShare, Duration newMaxDelay) {
        if (this == OFF) {
            throw new UnsupportedOperationException("A pace that is off has no settings");
        }
        share = checked(newShare);
        maxDelay = nanos(newMaxDelay);
    }

    /** The name of its policy. */
    public String policy() {
        return policy;
    }

    /**
     * Sets what is told how long each attempt has waited for its turn, until that came or the wait was ended.
     *
     * @param recorder takes nanoseconds
     */
    public void onWait(LongConsumer recorder) {
        waits = recorder;
    }

    /** Records that an attempt has waited for its turn. */
    public void waited(long nanos) {
        waits.accept(nanos);
    }

    /** Whether attempts are counted, and paced when they are throttled. */
    public boolean isOn() {
        return this != OFF;
    }

    /**
     * The lane of a call.
     *
     * @param key the key of the call; {@code null} if it has none
     */
    public Lane lane(@Nullable String key) {
        if (key == null || this == OFF) {
            return unkeyed;
        }
        return keyed.computeIfAbsent(key, added -> new Lane(this, start));
    }

    /** Forgets the lane of a key. Its attempts still get their turns; later calls with the key begin anew. */
    public void forget(String key) {
        Lane lane = keyed.remove(key);
        if (lane != null) {
            lane.forget();
        }
    }

    /** Attempts per second that may begin now, in all lanes that pace; NaN if none does. */
    public double rate(long now) {
        Collection<Pacing> pacing = pacing(now).values();
        return pacing.isEmpty()
                ? Double.NaN
                : pacing.stream().mapToDouble(Pacing::rate).sum();
    }

    /** The number of attempts that wait for their turn, in all lanes. */
    public int waiting() {
        int sum = unkeyed.waiting();
        for (Lane lane : keyed.values()) {
            sum += lane.waiting();
        }
        return sum;
    }

    /** What the lanes that pace do at present, by key; that of the calls without a key is under {@code null}. */
    public Map<@Nullable String, Pacing> pacing(long now) {
        Map<@Nullable String, Pacing> pacing = new LinkedHashMap<>();
        unkeyed.pacing(now).ifPresent(found -> pacing.put(null, found));
        keyed.forEach((key, lane) -> lane.pacing(now).ifPresent(found -> pacing.put(key, found)));
        return pacing;
    }

    /**
     * Ends all waits, as a shutdown does. Attempts that arrive later wait again: while an application stops, they must
     * not be brought here.
     */
    public void leaveAll() {
        unkeyed.leaveAll();
        keyed.values().forEach(Lane::leaveAll);
    }

    double share() {
        return share;
    }

    long maxDelay() {
        return maxDelay;
    }

    /** A lane begins to pace. The log has a line for the first and for the last one only: there may be many keys. */
    void began(Lane lane, Pacing pacing, long now) {
        removeEnded(now);
        synchronized (pacingLanes) {
            if (lane.isForgotten() || !pacingLanes.add(lane) || announced) {
                return;
            }
            announced = true;
        }
        BEGAN.with(policy, pacing.throttled(), Math.round(pacing.rate())).log(logger);
    }

    /** A lane no longer paces. */
    void ended(Lane lane, long now) {
        synchronized (pacingLanes) {
            pacingLanes.remove(lane);
        }
        removeEnded(now);
    }

    /** A lane is forgotten. */
    void forgot(Lane lane) {
        remove(Set.of(lane));
    }

    /** Removes lanes that nobody calls any more, so that nobody has noticed their end. */
    private void removeEnded(long now) {
        List<Lane> lanes;
        synchronized (pacingLanes) {
            lanes = List.copyOf(pacingLanes);
        }
        // Without the lock, which a lane must not wait for while it holds its own.
        remove(lanes.stream().filter(each -> each.isOver(now)).toList());
    }

    private void remove(Collection<Lane> lanes) {
        synchronized (pacingLanes) {
            lanes.forEach(pacingLanes::remove);
            if (!announced || !pacingLanes.isEmpty()) {
                return;
            }
            announced = false;
        }
        ENDED.with(policy).log(logger);
    }

    private static double checked(double share) {
        // Written so that NaN breaks the rule, too.
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("'share' must be between 0 and 1 but was " + share);
        }
        return share;
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }
}
