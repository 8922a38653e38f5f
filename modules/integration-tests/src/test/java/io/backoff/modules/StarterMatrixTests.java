package io.backoff.modules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Applications with the starter and one library that it integrates, with the dependencies that Maven gives them and
 * nothing besides: they start and retry.
 */
class StarterMatrixTests {

    private static final DependencyTree TREE = new DependencyTree();
    private static final String STARTER = "io.backoff:backoff-starter";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no library |",
                "Actuator | org.springframework.boot:spring-boot-actuator-autoconfigure",
                "Micrometer | org.springframework.boot:spring-boot-micrometer-metrics",
                "RestClient | org.springframework.boot:spring-boot-restclient",
                "WebClient | org.springframework.boot:spring-boot-webclient",
                "Spring MVC | org.springframework.boot:spring-boot-webmvc org.springframework.boot:spring-boot-tomcat",
                "WebFlux | org.springframework.boot:spring-boot-webflux org.springframework.boot:spring-boot-reactor-netty",
                "Reactor | io.projectreactor:reactor-core",
                "RxJava | io.reactivex.rxjava3:rxjava",
                "coroutines | org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm org.jetbrains.kotlinx:kotlinx-coroutines-reactor",
                "gRPC clients | org.springframework.boot:spring-boot-grpc-client io.grpc:grpc-inprocess",
                "gRPC servers | org.springframework.boot:spring-boot-grpc-server io.grpc:grpc-netty",
                "RabbitMQ | org.springframework.boot:spring-boot-amqp",
                "Kafka | org.springframework.boot:spring-boot-kafka",
                "Spring Modulith | org.springframework.modulith:spring-modulith-events-jdbc org.springframework.modulith:spring-modulith-events-jackson org.springframework.boot:spring-boot-jdbc com.zaxxer:HikariCP com.h2database:h2",
                "Spring Framework's retries | org.springframework:spring-context",
                "spring-retry | org.springframework.retry:spring-retry",
                "Resilience4j | io.github.resilience4j:resilience4j-spring-boot4",
                "Caffeine | com.github.ben-manes.caffeine:caffeine",
                "JDBC | org.springframework.boot:spring-boot-jdbc com.zaxxer:HikariCP com.h2database:h2",
                "Redis | org.springframework.boot:spring-boot-data-redis io.lettuce:lettuce-core",
                "db-scheduler | com.github.kagkarlsson:db-scheduler-spring-boot-4-starter org.springframework.boot:spring-boot-jdbc com.zaxxer:HikariCP com.h2database:h2 tools.jackson.core:jackson-databind",
                "JPA | org.springframework.data:spring-data-jpa org.hibernate.orm:hibernate-core",
                "Spring Security | org.springframework.security:spring-security-core",
                "Spring Cloud | org.springframework.cloud:spring-cloud-context",
                "context propagation | io.micrometer:context-propagation",
                "AspectJ | org.aspectj:aspectjweaver",
            })
    void starts(String library, String artifacts) throws Exception {
        List<String> all = new ArrayList<>(List.of(STARTER, "ch.qos.logback:logback-classic"));
        if (artifacts != null) {
            all.addAll(List.of(artifacts.split(" ")));
        }
        assertThat(SeparateShop.with(TREE.closure(all)).run("--spring.main.web-application-type=none"))
                .contains("paid at attempt 4")
                .doesNotContain("FAILED TO START");
    }
}
