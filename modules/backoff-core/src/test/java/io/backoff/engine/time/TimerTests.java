package io.backoff.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.backoff.engine.LoggedLines;
import io.backoff.engine.TimeSource;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TimerTests {

    private static final Duration SOON = Duration.ofMillis(1);
    private static final Duration LATER = Duration.ofMillis(30);
    private static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static final int MANY = 300_000;

    private final Timer timer = new Timer("timer under test", Runnable::run);

    @Test
    void runsTasksWhenTheyAreDue() throws Exception {
        var order = Collections.synchronizedList(new ArrayList<String>());
        var done = new CountDownLatch(3);
        timer.schedule(() -> note(order, "never", done), NEVER);
        timer.schedule(() -> note(order, "later", done), LATER);
        timer.schedule(() -> note(order, "soon", done), SOON);
        timer.schedule(() -> note(order, "last", done), LATER.multipliedBy(2));
        done.await();
        assertThat(order).containsExactly("soon", "later", "last");
    }

    @Test
    void forgetsTasksThatNeverRun() {
        var cancelled = cancelledOnceWaitedFor();
        for (int i = 0; i < 100 && cancelled.get() != null; i++) {
            System.gc();
        }
        assertThat(cancelled.get()).isNull();
    }

    private WeakReference<Runnable> cancelledOnceWaitedFor() {
        Runnable task = new Runnable() {
            @Override
            public void run() {
                throw new AssertionError();
            }
        };
        var scheduled = new Timer("timer to cancel in", Runnable::run).schedule(task, Duration.ofHours(1));
        await().until(() -> thread("timer to cancel in")
                .filter(each -> each.getState() == Thread.State.TIMED_WAITING)
                .isPresent());
        scheduled.cancel();
        return new WeakReference<>(task);
    }

    @Test
    void endsItsThreadWhenItIsClosed() {
        Timer closed = new Timer("timer to close", Runnable::run);
        closed.schedule(() -> {}, Duration.ofHours(1));
        closed.close();
        await().until(() -> thread("timer to close").isEmpty());
    }

    private static Optional<Thread> thread(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals(name))
                .findAny();
    }

    /** Each of very many waiting tasks is taken from the head of the queue, without a search. */
    @Test
    void wakesVeryMany() {
        var ran = new AtomicInteger();
        for (int i = 0; i < MANY; i++) {
            timer.schedule(ran::incrementAndGet, Duration.ofHours(1));
        }
        timer.wake();
        assertThat(ran).hasValue(MANY);
    }

    @Test
    void cancelsVeryMany() {
        List<TimeSource.Scheduled> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(timer.schedule(() -> {}, Duration.ofHours(1)));
        }
        all.forEach(TimeSource.Scheduled::cancel);
        var ran = new AtomicInteger();
        timer.schedule(ran::incrementAndGet, Duration.ofHours(1));
        timer.wake();
        assertThat(ran).hasValue(1);
    }

    @Test
    void rejectsTasksOnceItIsClosed() {
        timer.close();
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> timer.schedule(() -> {}, SOON));
    }

    /** No task is lost between the last wake and the end: it runs or is rejected. */
    @Test
    void losesNothingWhenItIsClosed() throws Exception {
        for (int round = 0; round < 200; round++) {
            var closing = new Timer("closing", Runnable::run);
            var accepted = new AtomicInteger();
            var ran = new AtomicInteger();
            var adding = CompletableFuture.runAsync(() -> {
                try {
                    while (true) {
                        closing.schedule(ran::incrementAndGet, Duration.ofHours(1));
                        accepted.incrementAndGet();
                    }
                } catch (RejectedExecutionException closed) {
                    return;
                }
            });
            closing.close();
            adding.get(20, TimeUnit.SECONDS);
            assertThat(ran).hasValue(accepted.get());
        }
    }

    @Test
    void triesAgainWhenThereIsNoThread() throws Exception {
        var refusals = new AtomicInteger(2);
        var done = new CountDownLatch(1);
        var busy = new Timer("busy", task -> {
            switch (refusals.getAndDecrement()) {
                case 2 -> throw new OutOfMemoryError("unable to create native thread");
                case 1 -> throw new RejectedExecutionException("busy");
                default -> task.run();
            }
        });
        busy.schedule(done::countDown, SOON);
        done.await();
    }

    @Test
    void survivesWhatATaskThrows() throws Exception {
        var done = new CountDownLatch(1);
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            timer.schedule(
                    () -> {
                        throw new IllegalStateException("broken");
                    },
                    SOON);
            timer.schedule(done::countDown, SOON.multipliedBy(2));
            done.await();
            assertThat(lines.all()).containsExactly("WARNING A delayed task failed");
        }
    }

    /** Calls wait for it. */
    @Test
    void runsATaskItselfIfNoOtherThreadTakesItOnceItIsClosed() {
        Timer rejected = new Timer("rejected", task -> {
            throw new RejectedExecutionException("closed");
        });
        var ran = new AtomicInteger();
        rejected.schedule(ran::incrementAndGet, NEVER);
        rejected.schedule(
                () -> {
                    throw new IllegalStateException("broken");
                },
                NEVER);
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            rejected.close();
            assertThat(lines.all()).containsExactly("WARNING A delayed task failed");
        }
        assertThat(ran).hasValue(1);
    }

    /** The thread would otherwise keep the class loader of the application whose call happens to start it. */
    @Test
    void itsThreadHasTheClassLoaderOfTheThreadThatCreatedIt() throws Exception {
        Thread current = Thread.currentThread();
        ClassLoader own = current.getContextClassLoader();
        var seen = new CompletableFuture<ClassLoader>();
        Timer created = new Timer("timer with class loader", Runnable::run);
        current.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            created.schedule(() -> seen.complete(Thread.currentThread().getContextClassLoader()), SOON);
        } finally {
            current.setContextClassLoader(own);
        }
        assertThat(seen.get()).isSameAs(own);
    }

    @Test
    void leavesTasksToTheExecutor() throws Exception {
        var name = new CompletableFuture<String>();
        new Timer("only keeps time", ForkJoinPool.commonPool())
                .schedule(() -> name.complete(Thread.currentThread().getName()), SOON);
        assertThat(name.get()).isNotEqualTo("only keeps time");
    }

    @Test
    void runsQuickTasksItself() throws Exception {
        List<Runnable> handedOver = Collections.synchronizedList(new ArrayList<>());
        var thread = new CompletableFuture<String>();
        Runnable next = () -> {};
        QuickTask quick = () -> {
            thread.complete(Thread.currentThread().getName());
            return next;
        };
        var quickly = new Timer("runs quick tasks", handedOver::add);
        quickly.schedule(quick, SOON);
        assertThat(thread.get()).isEqualTo("runs quick tasks");
        await().until(() -> handedOver.equals(List.of(next)));
        var done = new CountDownLatch(1);
        QuickTask last = () -> {
            done.countDown();
            return null;
        };
        quickly.schedule(last, SOON);
        done.await();
        assertThat(handedOver).containsExactly(next);
    }

    @Test
    void survivesWhatAQuickTaskThrows() throws Exception {
        var done = new CountDownLatch(1);
        try (LoggedLines lines = LoggedLines.from(Level.INFO)) {
            QuickTask broken = () -> {
                throw new IllegalStateException("broken");
            };
            timer.schedule(broken, SOON);
            timer.schedule(done::countDown, SOON.multipliedBy(2));
            done.await();
            assertThat(lines.all()).containsExactly("WARNING A delayed task failed");
        }
    }

    private static void note(List<String> order, String what, CountDownLatch done) {
        order.add(what);
        done.countDown();
    }
}
