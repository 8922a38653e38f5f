package shop;

import io.backoff.Backoff;
import java.io.IOException;
import org.springframework.stereotype.Service;

@Service
public class PaymentService {

    private int attempts;

    @Backoff("payments")
    public int charge() throws IOException {
        if (++attempts < 3) {
            throw new IOException("Connection refused");
        }
        return attempts;
    }
}
