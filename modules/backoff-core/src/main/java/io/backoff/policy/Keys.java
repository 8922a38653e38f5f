package io.backoff.policy;

import io.backoff.Internal;
import io.backoff.budget.BudgetLimits;
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

/**
 * What the calls of one policy share by key: a tenant, a host, a shard. Each key has a bucket of retries, with the
 * settings of the policy's budget, and a lane of its pace. A retry needs a token of the bucket and one of the budget, so
 * one key that fails does not spend the retries of all.
 *
 * <p>Bounded: of more keys than the maximum, the least recently used is forgotten. A forgotten key starts again with a
 * full bucket; the budget of the policy still bounds its retries. A key is known by the first 200 characters of its
 * text.
 *
 * <p>Keys outlive changes of their policy. Thread-safe.
 */
@Internal
public final class Keys {

    /** Tells no keys apart. */
    public static final Keys NONE = new Keys(0);

    private static final int LONGEST = 200;
    private static final int HASH_DIGITS = 8;

    private final Map<String, Key> known = new LinkedHashMap<>(16, 0.75f, true);
    private final int max;

    /**
     * Remembers no key yet.
     *
     * @param max how many keys are remembered
     */
    public Keys(int max) {
        this.max = max;
    }

    /** The policy for a call with the key; the policy itself if the text of the key is blank. */
    BackoffPolicy policy(BackoffPolicy policy, Object key) {
        String text = key.toString();
        if (max == 0 || text == null || text.isBlank()) {
            return policy;
        }
        Key shared = find(text, policy);
        RetryBudget budget = policy.budget();
        boolean unlimited = budget == RetryBudget.UNLIMITED;
        Pace pace = policy.lane().pace();
        return policy.withBudget(unlimited ? budget : budget.with(shared.bucket(budget.limits())))
                .with(pace.isOn() ? pace.lane(shared.text) : policy.lane(), this);
    }

    private synchronized Key find(String text, BackoffPolicy policy) {
        String cut = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
        Key key = known.get(cut);
        if (key == null) {
            key = new Key(cut, hash(text), policy.budget().limits());
            known.put(cut, key);
            if (known.size() > max) {
                String eldest = known.keySet().iterator().next();
                known.remove(eldest);
                policy.lane().pace().forget(eldest);
            }
        }
        return key;
    }

    /** The number of keys that are remembered. */
    public synchronized int size() {
        return known.size();
    }

    /** The keys with the most denied retries, those first. */
    public List<Usage> mostDenied(int limit) {
        List<Key> all;
        synchronized (this) {
            all = new ArrayList<>(known.values());
        }
        return all.stream()
                .map(Key::usage)
                .sorted(Comparator.comparingLong(Usage::denied).reversed())
                .limit(limit)
                .toList();
    }

    /** The first digits of the SHA-256 of a whole key, in UTF-8: they name it without saying what it is. */
    private static String hash(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    /**
     * What the calls with one key have used.
     *
     * @param key the key, cut to 200 characters
     * @param hash eight hex digits that stand for it
     * @param tokens whole retries in its bucket
     * @param denied retries that were denied because its bucket was empty
     */
    public record Usage(String key, String hash, int tokens, long denied) {}

    private static final class Key {

        private final String text;
        private final String hash;
        private final RetryBudget bucket;

        Key(String text, String hash, BudgetLimits limits) {
            this.text = text;
            this.hash = hash;
            this.bucket = RetryBudget.of(text, limits);
        }

        RetryBudget bucket(BudgetLimits limits) {
            if (!bucket.limits().equals(limits)) {
                bucket.change(limits);
            }
            return bucket;
        }

        Usage usage() {
            return new Usage(text, hash, bucket.tokens(), bucket.withdrawals(Withdrawal.DENIED));
        }
    }
}
