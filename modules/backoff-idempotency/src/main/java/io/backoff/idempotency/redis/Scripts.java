package io.backoff.idempotency.redis;

import java.util.List;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * The scripts that Redis runs atomically. An operation is a hash under one Redis key. The fields of the hash are
 * {@code owner} (while the operation is in progress), {@code ended} (the last owner), {@code fingerprint},
 * {@code state} and {@code content}. While the operation is in progress, the Redis key expires with the lease; later,
 * it expires with the outcome.
 *
 * <p>When a connection breaks, the client resends the commands whose responses it has not received. Redis may have run
 * them already. Therefore, the scripts for claiming, renewing and completing return the same response when they run
 * again.
 */
final class Scripts {

    /**
     * Claims an operation. Arguments: owner, fingerprint, lease. Returns 1 if the claim is granted; otherwise 0,
     * fingerprint, state, time left and content.
     */
    @SuppressWarnings(
            "rawtypes") // A raw type, because RedisScript takes a class, which cannot express the element type.
    static final RedisScript<List> CLAIM = RedisScript.of("""
            local known = redis.call('HMGET', KEYS[1], 'fingerprint', 'state', 'content', 'owner')
            if known[1] and known[4] ~= ARGV[1] then
                return {0, known[1], known[2], redis.call('PTTL', KEYS[1]), known[3]}
            end
            redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'fingerprint', ARGV[2], 'state', 'IN_PROGRESS')
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
            return {1}
            """, List.class);

    /** Renews a lease. Arguments: owner, lease. */
    static final RedisScript<Long> RENEW = RedisScript.of("""
            if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then
                return 0
            end
            return redis.call('PEXPIRE', KEYS[1], ARGV[2])
            """, Long.class);

    /** Stores an outcome. Arguments: owner, state, time to live, and content if there is any. */
    static final RedisScript<Long> COMPLETE = RedisScript.of("""
            local known = redis.call('HMGET', KEYS[1], 'owner', 'ended', 'state', 'content')
            if known[1] ~= ARGV[1] then
                local again = known[2] == ARGV[1] and known[3] == ARGV[2] and known[4] == (ARGV[4] or false)
                return again and 1 or 0
            end
            redis.call('HDEL', KEYS[1], 'owner')
            redis.call('HSET', KEYS[1], 'ended', ARGV[1], 'state', ARGV[2])
            if ARGV[4] then
                redis.call('HSET', KEYS[1], 'content', ARGV[4])
            end
            return redis.call('PEXPIRE', KEYS[1], ARGV[3])
            """, Long.class);

    /** Releases a claim. Argument: owner. */
    static final RedisScript<Long> RELEASE = RedisScript.of("""
            if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then
                return 0
            end
            return redis.call('DEL', KEYS[1])
            """, Long.class);

    private Scripts() {}
}
