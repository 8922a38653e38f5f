package io.backoff.contract;

import io.backoff.Backoff;
import java.io.IOException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Methods that return their result. */
class BlockingCallTests extends CallContract {

    @Override
    protected ApplicationContextRunner withService(ApplicationContextRunner runner) {
        return runner.withBean(Service.class, () -> new Service(script));
    }

    @Override
    protected String call(ApplicationContext context, String policy) throws Throwable {
        Service service = context.getBean(Service.class);
        return switch (policy) {
            case "brief" -> service.onBrief();
            case "poor" -> service.onPoor();
            case "off" -> service.onOff();
            case "eager" -> service.onEager();
            default -> service.onDefault();
        };
    }

    @Override
    protected String callWithFallback(ApplicationContext context) throws Throwable {
        return context.getBean(Service.class).withFallback();
    }

    static class Service {

        private final Script script;

        Service(Script script) {
            this.script = script;
        }

        @Backoff("default")
        public String onDefault() throws IOException {
            return script.next();
        }

        @Backoff("brief")
        public String onBrief() throws IOException {
            return script.next();
        }

        @Backoff("poor")
        public String onPoor() throws IOException {
            return script.next();
        }

        @Backoff("off")
        public String onOff() throws IOException {
            return script.next();
        }

        @Backoff("eager")
        public String onEager() throws IOException {
            return script.next();
        }

        @Backoff(fallback = "instead")
        public String withFallback() throws IOException {
            return script.next();
        }

        String instead(Throwable failure) {
            return "instead of " + failure.getMessage();
        }
    }
}
