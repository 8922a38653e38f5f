package io.backoff.adopt;

import io.backoff.endpoint.EndpointRows;
import io.backoff.method.RetriesOfOthers;
import java.util.List;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;

/** Lists the adopted methods at the endpoint and in dry runs. A dry run cannot simulate their retries. */
@RegisterReflectionForBinding(AdoptedReport.class)
final class AdoptedRows implements EndpointRows, RetriesOfOthers {

    private final AdoptedMethods methods;

    AdoptedRows(AdoptedMethods methods) {
        this.methods = methods;
    }

    @Override
    public String member() {
        return "adopted";
    }

    @Override
    public List<AdoptedReport> rows() {
        return methods.all().stream().map(AdoptedReport::of).toList();
    }

    @Override
    public List<Retried> retried() {
        return rows().stream()
                .map(row -> new Retried(row.method(), row.policy(), row.budget()))
                .toList();
    }
}
