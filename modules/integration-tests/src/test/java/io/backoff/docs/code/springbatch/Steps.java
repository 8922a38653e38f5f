package io.backoff.docs.code.springbatch;

import io.backoff.spring.SpringPolicies;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.web.client.RestClientException;

/** One step, retried by one layer or the other. */
public class Steps {

    private final JobRepository repository;
    private final PlatformTransactionManager transactions;
    private final ItemReader<Order> reader;
    private final ItemProcessor<Order, PricedOrder> processor;
    private final ItemWriter<PricedOrder> writer;

    public Steps(
            JobRepository repository,
            PlatformTransactionManager transactions,
            ItemReader<Order> reader,
            ItemProcessor<Order, PricedOrder> processor,
            ItemWriter<PricedOrder> writer) {
        this.repository = repository;
        this.transactions = transactions;
        this.reader = reader;
        this.processor = processor;
        this.writer = writer;
    }

    public Step guardedByBackoff() {
        return new StepBuilder("price", repository)
                .<Order, PricedOrder>chunk(3)
                .transactionManager(transactions)
                .reader(reader)
                .processor(processor)
                .writer(writer)
                .faultTolerant()
                .skip(RestClientException.class)
                .build();
    }

    public Step retriedByBatch(SpringPolicies policies) {
        return new StepBuilder("price", repository)
                .<Order, PricedOrder>chunk(3)
                .transactionManager(transactions)
                .reader(reader)
                .processor(processor)
                .writer(writer)
                .faultTolerant()
                .retryPolicy(policies.retryPolicy("partner"))
                .skip(RestClientException.class)
                .build();
    }
}
