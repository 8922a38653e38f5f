package io.backoff.docs.code.springai;

import io.backoff.Backoff;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.stereotype.Service;

@Service
public class Assistant {

    private final ChatModel model;

    public Assistant(ChatModel model) {
        this.model = model;
    }

    @Backoff("assistant")
    public String answer(String question) {
        return model.call(question);
    }
}
