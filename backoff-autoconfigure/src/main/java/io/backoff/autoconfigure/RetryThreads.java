package io.backoff.autoconfigure;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The threads that start the retries of asynchronous calls: virtual where Spring Boot enables them, else a small pool
 * of daemon threads that end when idle. No bean, because an executor bean would displace those of Spring Boot.
 */
public final class RetryThreads {

    private static final String PREFIX = "backoff-retry-";

    private RetryThreads() {}

    static Executor executor(Environment environment) {
        return executor(environment, PREFIX);
    }

    /** Threads for other work like that. */
    public static Executor executor(Environment environment, String prefix) {
        return Threading.VIRTUAL.isActive(environment) ? new VirtualThreadTaskExecutor(prefix) : pool(prefix);
    }

    private static Executor pool(String prefix) {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        CustomizableThreadFactory factory = new CustomizableThreadFactory(prefix);
        factory.setDaemon(true);
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
