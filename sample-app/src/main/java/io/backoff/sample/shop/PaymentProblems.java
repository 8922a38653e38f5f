package io.backoff.sample.shop;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/** Tells customers about payments that failed for good, after whatever retries there were. */
@RestControllerAdvice
class PaymentProblems {

    /** 502 when the provider refused what the shop sent, which another try will not mend; otherwise 503. */
    @ExceptionHandler
    ProblemDetail notPaid(RestClientException failure) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                isRefusal(failure) ? HttpStatus.BAD_GATEWAY : HttpStatus.SERVICE_UNAVAILABLE,
                "The order was not placed: the payment provider did not take the charge.");
        problem.setTitle("Payment failed");
        return problem;
    }

    private static boolean isRefusal(RestClientException failure) {
        return failure instanceof HttpClientErrorException
                && !(failure instanceof HttpClientErrorException.TooManyRequests);
    }
}
