package io.backoff.docs.code.policies;

import io.backoff.classify.Classifier;
import io.backoff.classify.RetryCause;
import io.backoff.classify.Verdict;
import io.grpc.Status;
import org.springframework.context.annotation.Bean;

/** Policies: a failure of gRPC that neither a group nor a status describes. */
class GrpcCodes {

    @Bean
    Classifier resetConnections() {
        return failure -> {
            Status status = Status.fromThrowable(failure);
            boolean reset = status.getCode() == Status.Code.INTERNAL
                    && String.valueOf(status.getDescription()).contains("RST_STREAM");
            return reset ? Verdict.retry(RetryCause.GRPC) : null;
        };
    }
}
