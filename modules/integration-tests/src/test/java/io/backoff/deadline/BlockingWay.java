package io.backoff.deadline;

import io.backoff.engine.BackoffOperations;
import java.util.concurrent.Callable;
import org.springframework.context.ApplicationContext;

/** The ways to make guarded calls on the thread of the caller. */
enum BlockingWay implements Way {
    CLASS_PROXY {
        @Override
        public Object call(ApplicationContext context, String policy, Callable<Object> attempt) throws Throwable {
            return GuardedBeans.invoke(context.getBean(GuardedBeans.Values.class), policy, Callable.class, attempt);
        }
    },
    INTERFACE_PROXY {
        @Override
        public Object call(ApplicationContext context, String policy, Callable<Object> attempt) throws Throwable {
            return GuardedBeans.invoke(
                    context.getBean(GuardedBeans.ValueInterface.class), policy, Callable.class, attempt);
        }
    },
    OPERATIONS {
        @Override
        public Object call(ApplicationContext context, String policy, Callable<Object> attempt) throws Throwable {
            return context.getBean(BackoffOperations.class).call(policy, attempt::call);
        }
    },
    POLL {
        @Override
        public Object call(ApplicationContext context, String policy, Callable<Object> attempt) throws Throwable {
            return context.getBean(BackoffOperations.class).poll(policy, attempt::call, result -> true);
        }
    };

    @Override
    public boolean isAnnotated() {
        return name().endsWith("PROXY");
    }
}
