package io.backoff.aspectj;

import io.backoff.Backoff;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.aop.support.AopUtils;

/** A class that {@link CompileTimeWeavingTests} weaves; unwoven, none of its methods is retried. */
@Backoff
public class CompiledShop implements Callable<List<String>> {

    private static int staticAttempts;
    private int attempts;

    /** Calls each method; the results hold the numbers of attempts. */
    @Override
    @Backoff("once")
    public List<String> call() {
        attempts = 0;
        staticAttempts = 0;
        String first = hidden();
        String third = unchangeable();
        attempts = 0;
        return List.of(first, ofNobody(), third, future().join(), "proxy " + AopUtils.isAopProxy(this));
    }

    @Backoff(fallback = "instead")
    private String hidden() {
        throw new IllegalStateException("private " + ++attempts);
    }

    private String instead(Throwable failure) {
        attempts = 0;
        return failure.getMessage();
    }

    @Backoff
    private static String ofNobody() {
        if (++staticAttempts < 3) {
            throw new IllegalStateException("attempt " + staticAttempts);
        }
        return "static " + staticAttempts;
    }

    public final String unchangeable() {
        return succeed("final");
    }

    @Backoff
    private CompletableFuture<String> future() {
        return CompletableFuture.supplyAsync(() -> succeed("future"));
    }

    private String succeed(String what) {
        if (++attempts < 3) {
            throw new IllegalStateException("attempt " + attempts);
        }
        return what + " " + attempts;
    }
}
