package io.backoff.sample.shop;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/** Reports payments that failed for good, after all retries, to customers. */
@RestControllerAdvice
class PaymentProblems {

    /** Responds with 502 when the provider rejected what the shop sent, which no retry fixes; otherwise with 503. */
    @ExceptionHandler
    ProblemDetail notPaid(RestClientException failure) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                isRejection(failure) ? HttpStatus.BAD_GATEWAY : HttpStatus.SERVICE_UNAVAILABLE,
                "The order was not placed: the payment provider did not take the charge.");
        problem.setTitle("Payment failed");
        return problem;
    }

    private static boolean isRejection(RestClientException failure) {
        return failure instanceof HttpClientErrorException
                && !(failure instanceof HttpClientErrorException.TooManyRequests);
    }
}
