package io.backoff.docs.code.keys;

import io.backoff.Backoff;
import org.springframework.stereotype.Service;

@Service
public class Crm {

    @Backoff(value = "crm", key = "#tenant")
    public String load(String tenant) {
        return "customers of " + tenant;
    }
}
