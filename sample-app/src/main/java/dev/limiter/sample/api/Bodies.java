package dev.limiter.sample.api;

import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON:API documents that the server reads and writes. */
final class Bodies {

    private final JsonMapper mapper = JsonMapper.builder().build();

    /** The DOI that a deposit names, in lower case since DOIs are compared so; empty if there is none to be found. */
    String doiOf(byte[] deposit) {
        try {
            return mapper.readTree(deposit)
                    .path("data")
                    .path("attributes")
                    .path("doi")
                    .asString("")
                    .toLowerCase(Locale.ROOT);
        } catch (JacksonException notJson) {
            return "";
        }
    }

    byte[] doi(String doi) {
        ObjectNode document = mapper.createObjectNode();
        ObjectNode data = document.putObject("data");
        data.put("id", doi).put("type", "dois");
        data.putObject("attributes").put("doi", doi).put("state", "findable");
        return mapper.writeValueAsBytes(document);
    }

    byte[] error(int status, String title) {
        ObjectNode document = mapper.createObjectNode();
        document.putArray("errors")
                .addObject()
                .put("status", Integer.toString(status))
                .put("title", title);
        return mapper.writeValueAsBytes(document);
    }
}
