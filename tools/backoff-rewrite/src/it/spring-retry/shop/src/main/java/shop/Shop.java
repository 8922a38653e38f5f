package shop;

import java.util.concurrent.Callable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.retry.annotation.EnableRetry;
import shop.stock.Inventory;
import shop.stock.Journal;
import shop.stock.Warehouse;

/** Prints what callers see, and how often each method was called. */
@SpringBootApplication
@EnableRetry
public class Shop {

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(Shop.class, args)) {
            Journal journal = context.getBean(Journal.class);
            Warehouse warehouse = context.getBean(Warehouse.class);
            warehouse.failNext(0);
            print(journal, "at once", () -> warehouse.reserve("pen"));
            warehouse.failNext(3);
            print(journal, "at last", () -> warehouse.reserve("ink"));
            warehouse.failNext(9);
            print(journal, "too late", () -> warehouse.reserve("paper"));
            print(journal, "wrong", () -> warehouse.reserve(""));
            Inventory inventory = context.getBean(Inventory.class);
            inventory.failNext(2);
            print(journal, "count", () -> inventory.count("pen"));
            print(journal, "count all", () -> inventory.count(""));
            print(journal, "add", () -> {
                inventory.add("pen");
                return "added";
            });
            print(journal, "rate", () -> context.getBean(Rates.class).rate("EUR"));
            for (int i = 0; i < 2; i++) {
                print(journal, "book", () -> {
                    context.getBean(Ledger.class).book("pen");
                    return "booked";
                });
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
