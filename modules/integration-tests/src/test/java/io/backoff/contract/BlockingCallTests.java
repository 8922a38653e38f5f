package io.backoff.contract;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Methods that return their result. */
class BlockingCallTests extends ReturnTypeContract<String> {

    BlockingCallTests() {
        super(CompletableFuture::completedFuture);
    }

    @Override
    Calls<String> calls() {
        return new Calls<>(script, Supplier::get) {};
    }
}
