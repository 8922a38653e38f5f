package io.backoff.sample.settlement;

import io.backoff.sample.settlement.SettlementJob.Progress;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Starts and stops the job. */
@RestController
@RequestMapping("/settlements")
class SettlementJobController {

    private static final int MOST_CHARGES = 10_000;

    private final SettlementJob job;

    SettlementJobController(SettlementJob job) {
        this.job = job;
    }

    /** Starts to settle example charges, and responds immediately. */
    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    Progress start(@RequestParam(defaultValue = "2000") int charges) {
        if (charges < 1 || charges > MOST_CHARGES) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "'charges' must be between 1 and " + MOST_CHARGES + " but was " + charges);
        }
        if (!job.start(charges)) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "A job is running. Stop it, or wait until it ends.");
        }
        return job.progress();
    }

    @GetMapping
    Progress progress() {
        return job.progress();
    }

    /** Stops the job. Settlements in progress continue. */
    @DeleteMapping
    Progress stop() {
        job.stop();
        return job.progress();
    }
}
