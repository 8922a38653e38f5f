package io.backoff.autoconfigure;

import io.backoff.engine.time.RetryThread;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.util.ClassUtils;

/**
 * Creates the executors that start the retries of asynchronous calls: virtual threads if Spring Boot enables them,
 * otherwise a small pool of daemon threads that end when idle. The executors are not beans, because a bean would
 * displace Spring Boot's own executor.
 */
public final class RetryExecutors {

    private static final String PREFIX = "backoff-retry-";

    private RetryExecutors() {}

    static Executor executor(Environment environment) {
        return executor(environment, PREFIX);
    }

    /** Creates an executor of the same kind for work other than retries, with its own prefix of thread names. */
    public static Executor executor(Environment environment, String prefix) {
        return Threading.VIRTUAL.isActive(environment) ? new VirtualThreadTaskExecutor(prefix) : pool(prefix);
    }

    /**
     * Creates a small pool of daemon threads that end when idle. They are platform threads, even if Spring Boot enables
     * virtual threads.
     */
    public static Executor pool(String prefix) {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        AtomicInteger number = new AtomicInteger();
        // By default, a thread inherits the context class loader of the thread that starts it. That may be a thread of
        // the common pool, whose class loader cannot load the classes of an executable jar.
        ClassLoader loader = ClassUtils.getDefaultClassLoader();
        ThreadFactory factory = task -> {
            RetryThread thread = new RetryThread(task, prefix + number.incrementAndGet());
            thread.setContextClassLoader(loader);
            return thread;
        };
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
