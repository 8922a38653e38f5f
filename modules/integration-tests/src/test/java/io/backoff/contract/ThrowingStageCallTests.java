package io.backoff.contract;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Methods that return a stage but fail before they have one. */
class ThrowingStageCallTests extends ReturnTypeContract<CompletionStage<String>> {

    ThrowingStageCallTests() {
        super(CompletionStage::toCompletableFuture);
    }

    @Override
    Calls<CompletionStage<String>> calls() {
        return new Calls<>(script, step -> CompletableFuture.completedStage(step.get())) {};
    }
}
