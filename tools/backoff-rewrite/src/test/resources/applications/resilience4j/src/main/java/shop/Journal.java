package shop;

import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** What happened, in order. */
@Component
class Journal {

    private final List<String> lines = new ArrayList<>();

    synchronized void write(String line) {
        lines.add(line);
    }

    /** Returns the lines so far, and removes them. */
    synchronized List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
