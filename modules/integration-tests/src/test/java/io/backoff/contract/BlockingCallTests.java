package io.backoff.contract;

import io.backoff.Backoff;
import java.io.IOException;

/** Methods that return their result. */
class BlockingCallTests extends ReturnTypeContract<String> {

    @Override
    Object service() {
        return new Service(script);
    }

    @Override
    String await(String returned) {
        return returned;
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
