package io.backoff.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LazyBeanTests {

    private final AtomicInteger lookUps = new AtomicInteger();

    @Test
    void isLookedUpAtTheFirstUse() {
        LazyBean<String> bean = new LazyBean<>(this::next);
        assertThat(lookUps).hasValue(0);
        assertThat(bean.get()).isEqualTo("bean 1");
        assertThat(bean.get()).isEqualTo("bean 1");
    }

    @Test
    void isLookedUpAgainAfterAFailure() {
        LazyBean<String> bean = new LazyBean<>(() -> {
            if (lookUps.get() == 0) {
                next();
                throw new IllegalStateException("not yet");
            }
            return next();
        });
        assertThatIllegalStateException().isThrownBy(bean::get);
        assertThat(bean.get()).isEqualTo("bean 2");
    }

    @Test
    void isTheOneFoundFirstForAll() {
        var inner = new CompletableFuture<LazyBean<String>>();
        LazyBean<String> bean = new LazyBean<>(() -> {
            String found = next();
            if (lookUps.get() == 1) {
                inner.join().get();
            }
            return found;
        });
        inner.complete(bean);
        assertThat(bean.get()).isEqualTo("bean 2");
        assertThat(bean.get()).isEqualTo("bean 2");
    }

    /**
     * One thread looks up the bean and waits for the container's lock; the thread that holds the lock looks it up too.
     */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void doesNotHaveTheOwnerOfTheContainersLockWait() throws Exception {
        var container = new ReentrantLock();
        var looking = new CountDownLatch(1);
        LazyBean<String> bean = new LazyBean<>(() -> {
            looking.countDown();
            container.lock();
            try {
                return next();
            } finally {
                container.unlock();
            }
        });
        CompletableFuture<String> other;
        container.lock();
        try {
            other = CompletableFuture.supplyAsync(bean, task -> daemon(task).start());
            looking.await();
            assertThat(bean.get()).isEqualTo("bean 1");
        } finally {
            container.unlock();
        }
        assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo("bean 1");
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    private String next() {
        return "bean " + lookUps.incrementAndGet();
    }
}
