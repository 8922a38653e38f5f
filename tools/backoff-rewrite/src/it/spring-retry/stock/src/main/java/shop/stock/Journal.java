package shop.stock;

import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** A record of what happened, in order. */
@Component
public class Journal {

    private final List<String> lines = new ArrayList<>();

    public synchronized void write(String line) {
        lines.add(line);
    }

    /** Returns the lines since the last call. */
    public synchronized List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
