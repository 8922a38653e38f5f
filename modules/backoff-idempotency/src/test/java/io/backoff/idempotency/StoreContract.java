package io.backoff.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.test.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every store that claims operations before they are carried out. */
public abstract class StoreContract {

    // Far longer than a test takes, as rows and keys in a server expire by its own clock.
    protected static final Duration LEASE = Duration.ofMinutes(1);
    protected static final Duration TTL = Duration.ofMinutes(10);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    protected final FakeTime time = new FakeTime();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    protected abstract IdempotencyStore store();

    /** Returns the store as seen by an instance whose clock is ahead; a store in memory has only one instance. */
    protected abstract IdempotencyStore withClockAhead(Duration by);

    /** Lets time pass for the store. */
    protected void pass(Duration duration) {
        time.advance(duration);
    }

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void grantsTheFirstClaimOnly() {
        var id = id();
        assertThat(store().claim(request(id, "a"))).isInstanceOf(Claim.Granted.class);
        assertThat(store().claim(request(id, "b"))).isInstanceOfSatisfying(Claim.Taken.class, taken -> {
            assertThat(taken.fingerprint()).isEqualTo("f");
            assertThat(taken.outcome()).isNull();
            assertThat(taken.leaseLeft()).isPositive().isLessThanOrEqualTo(LEASE);
        });
    }

    @Test
    void keepsOperationsApart() {
        assertThat(store().claim(request(id(), "a"))).isInstanceOf(Claim.Granted.class);
        assertThat(store().claim(request(id(), "a"))).isInstanceOf(Claim.Granted.class);
    }

    @Test
    void knowsHowAnOperationEnded() {
        for (var outcome : List.of(
                StoredOutcome.returned("{\"text\":\"é\\n☃\"}"),
                StoredOutcome.NOTHING,
                StoredOutcome.UNKEPT,
                new StoredOutcome(StoredOutcome.Kind.FAILED, "permanent\nException"),
                StoredOutcome.returned(""))) {
            var token = claimed(id(), "a");
            assertThat(store().complete(token, outcome, TTL)).isTrue();
            assertThat(store().claim(request(token.id(), "b"))).isEqualTo(new Claim.Taken("f", outcome, Duration.ZERO));
        }
    }

    @Test
    void takesWhateverItIsGivenForData() {
        var hostile = "'); DROP TABLE backoff_idempotency; --\r\nFLUSHALL\r\n";
        var id = new OperationId(hostile, id().digest());
        var claim = (Claim.Granted) store().claim(new ClaimRequest(id, hostile, hostile, LEASE, TTL));
        var outcome = StoredOutcome.returned(hostile);
        assertThat(store().complete(new ClaimToken(id, hostile, claim.fence()), outcome, TTL))
                .isTrue();
        assertThat(taken(id)).isEqualTo(new Claim.Taken(hostile, outcome, Duration.ZERO));
    }

    @Test
    void keepsLargeOutcomes() {
        var token = claimed(id(), "a");
        var outcome = StoredOutcome.returned("ü".repeat(100_000));
        assertThat(store().complete(token, outcome, TTL)).isTrue();
        assertThat(taken(token.id()).outcome()).isEqualTo(outcome);
    }

    @Test
    void forgetsOutcomesAfterTheirTime() {
        var token = claimed(id(), "a");
        store().complete(token, StoredOutcome.NOTHING, LEASE);
        pass(LEASE.plusSeconds(1));
        assertThat(store().claim(request(token.id(), "b"))).isInstanceOf(Claim.Granted.class);
    }

    @Test
    void isFreeAfterARelease() {
        var token = claimed(id(), "a");
        assertThat(store().release(token)).isTrue();
        assertThat(store().claim(request(token.id(), "b"))).isInstanceOf(Claim.Granted.class);
    }

    @Test
    void isFreeWhenTheLeaseOfAnOwnerThatDiedIsOver() {
        var token = claimed(id(), "dead");
        pass(LEASE.plusSeconds(1));
        assertThat(store().claim(request(token.id(), "b"))).isInstanceOf(Claim.Granted.class);
    }

    @Test
    void renewsLeases() {
        var token = claimed(id(), "a");
        for (var i = 0; i < 3; i++) {
            pass(LEASE.dividedBy(2));
            assertThat(store().renew(token, LEASE)).isTrue();
        }
        assertThat(taken(token.id()).outcome()).isNull();
        assertThat(store().complete(token, StoredOutcome.NOTHING, TTL)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1H", "PT-1H"})
    void keepsTheLeaseWhateverTheClocksOfInstancesSay(Duration ahead) {
        var right = store();
        var first = claimed(right, id());
        var skewed = withClockAhead(ahead);
        var second = claimed(skewed, id());
        for (var i = 0; i < 3; i++) {
            pass(LEASE.dividedBy(2));
            assertIsHeld(skewed, first);
            assertIsHeld(right, second);
            assertThat(right.renew(first, LEASE)).isTrue();
            assertThat(skewed.renew(second, LEASE)).isTrue();
        }
        pass(LEASE.plusSeconds(1));
        assertThat(skewed.claim(request(first.id(), "next"))).isInstanceOf(Claim.Granted.class);
        assertThat(right.claim(request(second.id(), "next"))).isInstanceOf(Claim.Granted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1H", "PT-1H"})
    void keepsOutcomesWhateverTheClocksOfInstancesSay(Duration ahead) {
        var right = store();
        var first = claimed(right, id());
        right.complete(first, StoredOutcome.NOTHING, TTL);
        var skewed = withClockAhead(ahead);
        var second = claimed(skewed, id());
        skewed.complete(second, StoredOutcome.NOTHING, TTL);
        var known = new Claim.Taken("f", StoredOutcome.NOTHING, Duration.ZERO);

        pass(TTL.minusSeconds(5));
        assertThat(skewed.claim(request(first.id(), "next"))).isEqualTo(known);
        assertThat(right.claim(request(second.id(), "next"))).isEqualTo(known);
        pass(Duration.ofSeconds(6));
        assertThat(skewed.claim(request(first.id(), "next"))).isInstanceOf(Claim.Granted.class);
        assertThat(right.claim(request(second.id(), "next"))).isInstanceOf(Claim.Granted.class);
    }

    private static void assertIsHeld(IdempotencyStore store, ClaimToken token) {
        assertThat(store.claim(request(token.id(), "early"))).isInstanceOfSatisfying(Claim.Taken.class, taken -> {
            assertThat(taken.outcome()).isNull();
            assertThat(taken.leaseLeft()).isPositive().isLessThanOrEqualTo(LEASE);
        });
    }

    /** An owner is paused beyond its lease, while another call takes over. */
    @Test
    void ignoresAnOwnerThatLostItsLease() {
        var paused = claimed(id(), "paused");
        pass(LEASE.plusSeconds(1));
        var next = claimed(paused.id(), "next");

        assertThat(store().renew(paused, LEASE)).isFalse();
        assertThat(store().complete(paused, StoredOutcome.UNKEPT, TTL)).isFalse();
        assertThat(store().release(paused)).isFalse();

        assertThat(taken(paused.id()).outcome()).isNull();
        assertThat(store().complete(next, StoredOutcome.NOTHING, TTL)).isTrue();
        assertThat(taken(paused.id()).outcome()).isEqualTo(StoredOutcome.NOTHING);
    }

    @Test
    void endsAnOperationOnce() {
        var token = claimed(id(), "a");
        store().complete(token, StoredOutcome.NOTHING, TTL);
        assertThat(store().complete(token, StoredOutcome.UNKEPT, TTL)).isFalse();
        assertThat(store().release(token)).isFalse();
        assertThat(store().renew(token, LEASE)).isFalse();
        assertThat(taken(token.id()).outcome()).isEqualTo(StoredOutcome.NOTHING);
    }

    @Test
    void letsOneOfManyThrough() throws Exception {
        var id = id();
        var answers = together(20, number -> store().claim(request(id, "owner" + number)));
        assertThat(answers).filteredOn(Claim.Granted.class::isInstance).hasSize(1);
    }

    @Test
    void letsOneOfManyTakeOver() throws Exception {
        var token = claimed(id(), "dead");
        pass(LEASE.plusSeconds(1));
        var answers = together(20, number -> store().claim(request(token.id(), "owner" + number)));
        assertThat(answers).filteredOn(Claim.Granted.class::isInstance).hasSize(1);
    }

    protected static OperationId id() {
        return OperationId.of("shop", "Orders.place", null, "key" + NUMBERS.incrementAndGet());
    }

    protected static ClaimRequest request(OperationId id, String owner) {
        return new ClaimRequest(id, "f", owner, LEASE, TTL);
    }

    protected final ClaimToken claimed(OperationId id, String owner) {
        var request = request(id, owner);
        return request.token((Claim.Granted) store().claim(request));
    }

    private static ClaimToken claimed(IdempotencyStore store, OperationId id) {
        var request = request(id, "owner");
        return request.token((Claim.Granted) store.claim(request));
    }

    protected final Claim.Taken taken(OperationId id) {
        return (Claim.Taken) store().claim(request(id, "curious"));
    }

    protected final <T> List<T> together(int count, Numbered<T> task) throws Exception {
        var barrier = new CyclicBarrier(count);
        List<Future<T>> started = new ArrayList<>();
        for (var i = 0; i < count; i++) {
            var number = i;
            Callable<T> waiting = () -> {
                barrier.await(60, TimeUnit.SECONDS);
                return task.run(number);
            };
            started.add(threads.submit(waiting));
        }
        List<T> results = new ArrayList<>();
        for (var each : started) {
            results.add(each.get(60, TimeUnit.SECONDS));
        }
        return results;
    }

    public interface Numbered<T> {

        T run(int number) throws Exception;
    }
}
