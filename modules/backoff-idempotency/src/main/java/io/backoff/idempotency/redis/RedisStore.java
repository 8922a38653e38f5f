package io.backoff.idempotency.redis;

import io.backoff.idempotency.Claim;
import io.backoff.idempotency.ClaimRequest;
import io.backoff.idempotency.ClaimToken;
import io.backoff.idempotency.IdempotencyStore;
import io.backoff.idempotency.OperationId;
import io.backoff.idempotency.StoredOutcome;
import java.time.Duration;
import java.util.List;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Stores keys in Redis. A claim needs no fence number: its owner has a unique token, and no call can end the claim
 * without that token. A claim vanishes when its lease expires.
 */
final class RedisStore implements IdempotencyStore {

    private static final String PREFIX = "backoff:idempotency:";
    private static final String IN_PROGRESS = "IN_PROGRESS";

    private final StringRedisTemplate redis;

    RedisStore(StringRedisTemplate redis) {
        this.redis = redis;
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public boolean blocks() {
        return true;
    }

    @Override
    public Claim claim(ClaimRequest request) {
        List<?> reply = redis.execute(
                Scripts.CLAIM, key(request.id()), request.owner(), request.fingerprint(), millis(request.lease()));
        return Long.valueOf(1).equals(reply.get(0)) ? new Claim.Granted(1) : taken(reply);
    }

    private static Claim.Taken taken(List<?> reply) {
        String fingerprint = String.valueOf(reply.get(1));
        String state = String.valueOf(reply.get(2));
        if (state.equals(IN_PROGRESS)) {
            return new Claim.Taken(fingerprint, null, Duration.ofMillis((Long) reply.get(3)));
        }
        String content = reply.size() > 4 && reply.get(4) != null ? String.valueOf(reply.get(4)) : null;
        return new Claim.Taken(
                fingerprint, new StoredOutcome(StoredOutcome.Kind.valueOf(state), content), Duration.ZERO);
    }

    @Override
    public boolean renew(ClaimToken token, Duration lease) {
        return held(Scripts.RENEW, token, millis(lease));
    }

    @Override
    public boolean complete(ClaimToken token, StoredOutcome outcome, Duration ttl) {
        String state = outcome.kind().name();
        String content = outcome.content();
        return content == null
                ? held(Scripts.COMPLETE, token, state, millis(ttl))
                : held(Scripts.COMPLETE, token, state, millis(ttl), content);
    }

    @Override
    public boolean release(ClaimToken token) {
        return held(Scripts.RELEASE, token);
    }

    private boolean held(RedisScript<Long> script, ClaimToken token, String... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = token.owner();
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Long.valueOf(1).equals(redis.execute(script, key(token.id()), all));
    }

    private static List<String> key(OperationId id) {
        return List.of(PREFIX + id.digest());
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
