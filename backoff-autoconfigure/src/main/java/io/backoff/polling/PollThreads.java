package io.backoff.polling;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerBuilder;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Provides the scheduler of polled methods: the application's scheduler, which {@code @Scheduled} methods use too, or
 * else a private scheduler. The private scheduler is also configured by {@code spring.task.scheduling.*}. It is not a
 * bean, because a bean would displace Spring Boot's scheduler.
 */
final class PollThreads implements DisposableBean {

    /** The name of Spring Boot's scheduler, which takes precedence if there are several. */
    private static final String USUAL_NAME = "taskScheduler";

    private static final String PREFIX = "backoff-poll-";

    private final BeanFactory beans;
    private final Environment environment;
    private @Nullable TaskScheduler known;
    private Runnable shutdown = () -> {};

    PollThreads(BeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    /**
     * Looks up or creates the scheduler on the first call. That call is made when polling starts. The container has
     * created its beans by then, so no thread waits for this lock while creating a bean.
     */
    synchronized TaskScheduler get() {
        if (known == null) {
            TaskScheduler found = ofApplication();
            known = found != null ? found : own();
        }
        return known;
    }

    private @Nullable TaskScheduler ofApplication() {
        ObjectProvider<TaskScheduler> all = beans.getBeanProvider(TaskScheduler.class);
        boolean usual = beans.containsBean(USUAL_NAME) && beans.isTypeMatch(USUAL_NAME, TaskScheduler.class);
        return usual ? beans.getBean(USUAL_NAME, TaskScheduler.class) : all.getIfUnique();
    }

    private TaskScheduler own() {
        return Threading.VIRTUAL.isActive(environment) ? virtual() : pool();
    }

    private TaskScheduler virtual() {
        SimpleAsyncTaskScheduler scheduler = beans.getBeanProvider(SimpleAsyncTaskSchedulerBuilder.class)
                .getIfAvailable(SimpleAsyncTaskSchedulerBuilder::new)
                .virtualThreads(true)
                .threadNamePrefix(PREFIX)
                .build();
        shutdown = scheduler::close;
        return scheduler;
    }

    private TaskScheduler pool() {
        ThreadPoolTaskScheduler scheduler = beans.getBeanProvider(ThreadPoolTaskSchedulerBuilder.class)
                .getIfAvailable(ThreadPoolTaskSchedulerBuilder::new)
                .threadNamePrefix(PREFIX)
                .build();
        scheduler.initialize();
        shutdown = scheduler::shutdown;
        return scheduler;
    }

    @Override
    public synchronized void destroy() {
        shutdown.run();
    }
}
