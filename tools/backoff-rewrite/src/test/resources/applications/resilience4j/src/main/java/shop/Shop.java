package shop;

import java.util.concurrent.Callable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Prints what callers see, and how often each method was called. */
@SpringBootApplication
public class Shop {

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(Shop.class, args)) {
            Journal journal = context.getBean(Journal.class);
            Warehouse warehouse = context.getBean(Warehouse.class);
            Rates rates = context.getBean(Rates.class);
            warehouse.failNext(0);
            print(journal, "at once", () -> warehouse.reserve("pen"));
            warehouse.failNext(3);
            print(journal, "at last", () -> warehouse.reserve("ink"));
            warehouse.failNext(9);
            print(journal, "too late", () -> warehouse.reserve("paper"));
            print(journal, "wrong", () -> warehouse.reserve(""));
            print(journal, "rate", () -> rates.rate("EUR"));
            for (int i = 0; i < 3; i++) {
                print(journal, "limit", () -> rates.limit("EUR"));
            }
        }
    }

    private static void print(Journal journal, String title, Callable<?> call) {
        String result;
        try {
            result = String.valueOf(call.call());
        } catch (Exception e) {
            result = e.getClass().getSimpleName() + ": " + e.getMessage();
        }
        System.out.println("| " + title + ": " + journal.take() + " -> " + result);
    }
}
