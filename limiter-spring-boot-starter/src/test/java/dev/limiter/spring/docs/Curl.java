package dev.limiter.spring.docs;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a command says to send. Knows the options that the documents use, and no others. */
record Curl(String method, String url, List<String> headers, Optional<String> body) {

    /** In single quotes, or without. */
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    record Answer(int status, String body) {}

    static Curl parse(String command) {
        List<String> words = WORD.matcher(command)
                .results()
                .map(word -> (word.group(1) != null) ? word.group(1) : word.group(2))
                .toList();
        String method = "GET";
        String url = "";
        List<String> headers = new ArrayList<>();
        Optional<String> body = Optional.empty();
        for (int i = 1; i < words.size(); i++) {
            switch (words.get(i)) {
                case "-s" -> {}
                case "-X" -> method = words.get(++i);
                case "-H" -> headers.addAll(List.of(words.get(++i).split(": ", 2)));
                case "-d" -> body = Optional.of(words.get(++i));
                default -> url = words.get(i);
            }
        }
        if (!url.startsWith("localhost:808")) {
            throw new IllegalArgumentException(command);
        }
        return new Curl(method, url, headers, body);
    }

    /** To another port of this machine. */
    Answer send(int port) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + this.url.replaceFirst("^localhost:\\d+", "")))
                .timeout(Duration.ofSeconds(30))
                .method(this.method, this.body.map(BodyPublishers::ofString).orElseGet(BodyPublishers::noBody));
        if (!this.headers.isEmpty()) {
            request.headers(this.headers.toArray(String[]::new));
        }
        try {
            var response = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException ex) {
            throw new AssertionError("no answer to " + this, ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", ex);
        }
    }
}
