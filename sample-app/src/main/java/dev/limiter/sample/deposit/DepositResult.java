package dev.limiter.sample.deposit;

import tools.jackson.databind.JsonNode;

/**
 * What the repository made of a deposit.
 *
 * @param doi the DOI that it holds now
 * @param state such as {@code draft}, {@code registered} or {@code findable}; empty where it did not say
 */
public record DepositResult(String doi, String state) {

    static DepositResult of(JsonNode answer) {
        JsonNode deposited = answer.path("data");
        return new DepositResult(
                deposited.path("id").asString(""),
                deposited.path("attributes").path("state").asString(""));
    }
}
