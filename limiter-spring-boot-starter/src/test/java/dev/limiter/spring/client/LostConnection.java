package dev.limiter.spring.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Two GETs of the JDK's client on a connection that the server closes after the second; says how many arrived. */
final class LostConnection {

    private LostConnection() {}

    public static void main(String[] args) throws Exception {
        try (RawServer server = new RawServer(1)) {
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + server.host() + "/"))
                    .build();
            client.send(request, BodyHandlers.discarding());
            try {
                client.send(request, BodyHandlers.discarding());
            } catch (IOException ex) {
                // Not sent again.
            }
            System.out.println("requests: " + server.requests().size());
        }
        System.exit(0);
    }
}
