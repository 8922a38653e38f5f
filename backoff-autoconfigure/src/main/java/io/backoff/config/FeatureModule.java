package io.backoff.config;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.util.ClassUtils;

/** An optional module of the library that has properties. */
public enum FeatureModule {
    ADOPT("adopt.BackoffAdoptAutoConfiguration"),
    GRPC("grpc.BackoffGrpcAutoConfiguration"),
    HTTP("http.client.BackoffHttpClientAutoConfiguration"),
    IDEMPOTENCY("idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration"),
    MESSAGING("amqp.BackoffAmqpAutoConfiguration"),
    REDELIVERY("redelivery.autoconfigure.BackoffRedeliveryAutoConfiguration");

    private final String type;
    private final boolean present;

    FeatureModule(String type) {
        this.type = "io.backoff." + type;
        this.present = ClassUtils.isPresent(this.type, FeatureModule.class.getClassLoader());
    }

    /** The class by which the module is detected on the class path. */
    public String type() {
        return type;
    }

    public boolean isPresent() {
        return present;
    }

    /** The name of the artifact, for example {@code backoff-adopt}. */
    public String artifact() {
        return "backoff-" + name().toLowerCase(Locale.ROOT);
    }

    /** The reason why a property cannot be used without one of these modules. */
    public static String absence(Collection<FeatureModule> modules) {
        return "it needs "
                + modules.stream().map(FeatureModule::artifact).collect(Collectors.joining(" or "))
                + (modules.size() == 1 ? ", which is not on the class path" : ", which are not on the class path");
    }

    /** The remedy for such a property. */
    public static String remedy(Collection<FeatureModule> modules) {
        return modules.stream()
                .map(each -> "'io.backoff:" + each.artifact() + "'")
                .collect(Collectors.joining(" or ", "Add the dependency ", ", or remove the property."));
    }
}
