package io.backoff.docs.code.policies;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.grpc.Status;
import org.springframework.context.annotation.Bean;

/** Policies: a code of gRPC that is retried differently. */
class GrpcCodes {

    @Bean
    Classifier throttledByGrpc() {
        return failure -> Status.fromThrowable(failure).getCode() == Status.Code.RESOURCE_EXHAUSTED
                ? Verdict.retry(RetryCause.THROTTLED)
                : null;
    }
}
