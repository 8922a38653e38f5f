package io.backoff.policy;

import io.backoff.Internal;
import io.backoff.budget.RetryBudget;
import io.backoff.budget.Withdrawal;
import io.backoff.pace.Pace;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one policy's calls, such as tenants, hosts or shards. Each key has a retry bucket with the same settings
 * as the policy's budget. A retry needs a token from the bucket and one from the budget, so one failing key cannot
 * spend the retries of all keys. If the policy has a {@link Pace}, it limits the rate of attempts separately for each
 * key.
 *
 * <p>Memory is bounded: beyond the maximum, the least recently used key is forgotten. A forgotten key starts again with
 * a full bucket; the budget still bounds its retries. Keys with the same first 200 characters count as equal.
 *
 * <p>Keys keep their state when their policy changes. Instances are thread-safe.
 */
@Internal
public final class Keys {

    /** An instance that ignores keys. */
    public static final Keys NONE = new Keys(0, none -> {});

    private static final int LONGEST = 200;
    private static final int HASH_DIGITS = 8;

    // The map is in access order. Its lock is not held while a key is hashed, nor during logging.
    private final Map<String, Key> known = new LinkedHashMap<>(16, 0.75f, true);
    private final int max;
    private final Consumer<Keys> whenUsed;
    private final AtomicBoolean used = new AtomicBoolean();

    /**
     * Creates an instance that remembers no keys yet.
     *
     * @param max the maximum number of remembered keys
     * @param whenUsed called once, before the first call with a key
     */
    public Keys(int max, Consumer<Keys> whenUsed) {
        this.max = max;
        this.whenUsed = whenUsed;
    }

    /**
     * Announces that calls with keys will follow. Runs the constructor's {@code whenUsed} now, unless it has run
     * already.
     */
    public void expect() {
        if (max > 0 && !used.get() && used.compareAndSet(false, true)) {
            whenUsed.accept(this);
        }
    }

    /** Returns the policy for a call with the key. */
    BackoffPolicy policy(BackoffPolicy policy, String key) {
        if (max == 0) {
            return policy;
        }
        expect();
        String text = cut(key);
        BackoffPolicy ofKnown = ofKnown(text, policy);
        return ofKnown != null ? ofKnown : ofNew(new Key(text, hash(key), policy.budget()), policy);
    }

    private synchronized @Nullable BackoffPolicy ofKnown(String text, BackoffPolicy policy) {
        Key key = known.get(text);
        return key == null ? null : key.policy(policy);
    }

    private BackoffPolicy ofNew(Key created, BackoffPolicy policy) {
        BackoffPolicy joined;
        Key forgotten = null;
        synchronized (this) {
            // Another call may have added the key meanwhile.
            Key first = known.putIfAbsent(created.text, created);
            joined = (first == null ? created : first).policy(policy);
            if (known.size() > max) {
                String eldest = known.keySet().iterator().next();
                forgotten = known.remove(eldest);
            }
        }
        // A concurrent call may have added the forgotten key again by now. Such a call keeps the key's old lane; later
        // calls with the key get a new lane.
        if (forgotten != null) {
            forgotten.pace.forget(forgotten.text);
        }
        return joined;
    }

    /** {@return the number of remembered keys} */
    public synchronized int size() {
        return known.size();
    }

    /**
     * Fills the buckets of the keys whose latest call had this budget. Intended for operators, after a refill of the
     * budget itself.
     *
     * @param budget the budget; the buckets take over its settings before they are filled
     */
    public void refill(RetryBudget budget) {
        all().stream().filter(key -> key.budget.equals(budget.name())).forEach(key -> key.refill(budget));
    }

    /** {@return the names of the budgets that the latest call of each key had} */
    public Set<String> budgets() {
        return all().stream().map(key -> key.budget).collect(Collectors.toSet());
    }

    /**
     * {@return the keys with the most denied retries, the most denied key first}
     *
     * @param budget name of the budget whose keys are returned
     * @param limit the maximum number of rows
     */
    public List<Usage> mostDenied(String budget, int limit) {
        return all().stream()
                .filter(key -> key.budget.equals(budget))
                .map(Key::usage)
                .sorted(Comparator.comparingLong(Usage::denied).reversed())
                .limit(limit)
                .toList();
    }

    private synchronized List<Key> all() {
        return new ArrayList<>(known.values());
    }

    private static String cut(String key) {
        return key.length() > LONGEST ? key.substring(0, LONGEST) : key;
    }

    /**
     * Returns the first digits of the SHA-256 of the whole key in UTF-8, which identify the key without revealing it.
     */
    private static String hash(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /**
     * The state of one key.
     *
     * @param key the key, cut to 200 characters; unpaired surrogates are question marks
     * @param hash eight hex digits that identify the key
     * @param tokens number of retries that the bucket of the key permits now
     * @param denied number of retries denied because the bucket of the key was empty
     */
    public record Usage(String key, String hash, int tokens, long denied) {

        /**
         * Adds the state of the same key under another policy.
         *
         * @param other the state under the other policy
         * @return the sums of tokens and denials
         */
        public Usage plus(Usage other) {
            return new Usage(key, hash, tokens + other.tokens, denied + other.denied);
        }
    }

    private static final class Key {

        private final String text;
        private final String hash;
        private final RetryBudget bucket;
        // Name of the budget of the latest call with this key.
        private volatile String budget;
        private Pace pace = Pace.OFF;

        Key(String text, String hash, RetryBudget budget) {
            this.text = text;
            this.hash = hash;
            this.bucket = RetryBudget.ofKey("key", budget.limits());
            this.budget = budget.name();
        }

        BackoffPolicy policy(BackoffPolicy policy) {
            RetryBudget shared = policy.budget();
            budget = shared.name();
            follow(shared);
            BackoffPolicy joined = policy.withBudget(shared.with(bucket));
            return policy.lane().pace().isOn() ? paced(joined) : joined;
        }

        private void follow(RetryBudget shared) {
            if (!bucket.limits().equals(shared.limits())) {
                bucket.change(shared.limits());
            }
        }

        void refill(RetryBudget shared) {
            follow(shared);
            bucket.refill();
        }

        private BackoffPolicy paced(BackoffPolicy joined) {
            pace = joined.lane().pace();
            return joined.with(pace.lane(text), joined.keys());
        }

        Usage usage() {
            // A lone half of a surrogate pair cannot be written as JSON.
            String encodable = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            return new Usage(encodable, hash, bucket.tokens(), bucket.withdrawals(Withdrawal.DENIED));
        }
    }
}
