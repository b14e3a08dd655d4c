package dev.limiter.sample.deposit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records as JSON Lines: in each line one JSON:API document of the type {@code dois}, in UTF-8. Blank lines are passed
 * over. A DOI must not come twice, in whatever case, since DOIs are compared without regard to it.
 */
public final class RecordFile {

    private static final String SHIPPED = "/records.jsonl";

    private final JsonMapper mapper = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private final String name;
    private final Map<String, Integer> lineOfDoi = new HashMap<>();
    private final List<DepositRecord> records = new ArrayList<>();

    private RecordFile(String name) {
        this.name = name;
    }

    /** The 200 records that come with this application. */
    public static List<DepositRecord> shipped() {
        try (InputStream file = RecordFile.class.getResourceAsStream(SHIPPED)) {
            if (file == null) {
                throw new InvalidRecordException("The jar has lost its " + SHIPPED);
            }
            return new RecordFile(SHIPPED).read(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /**
     * The records of a file, in its order.
     *
     * @throws InvalidRecordException where it cannot be read, says which line and why
     */
    public static List<DepositRecord> read(Path path) {
        try (InputStream file = Files.newInputStream(path)) {
            return new RecordFile(path.toString()).read(file);
        } catch (NoSuchFileException ex) {
            throw new InvalidRecordException("%s: there is no such file".formatted(path));
        } catch (CharacterCodingException ex) {
            throw new InvalidRecordException("%s: not in UTF-8".formatted(path));
        } catch (IOException ex) {
            throw new InvalidRecordException("%s: cannot be read: %s".formatted(path, ex.getMessage()));
        }
    }

    private List<DepositRecord> read(InputStream file) throws IOException {
        // Strict: a reader with a mere charset would replace what it cannot decode, and deposit that.
        BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8.newDecoder()));
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (!line.isBlank()) {
                add(number, line.strip());
            }
        }
        if (this.records.isEmpty()) {
            throw new InvalidRecordException("%s: there is no record in it".formatted(this.name));
        }
        return List.copyOf(this.records);
    }

    private void add(int number, String line) {
        String doi = doiOf(number, line);
        Integer earlier = this.lineOfDoi.putIfAbsent(doi.toLowerCase(Locale.ROOT), number);
        if (earlier != null) {
            throw invalid(number, "the DOI %s is in line %d already".formatted(doi, earlier));
        }
        this.records.add(new DepositRecord(doi, line));
    }

    private String doiOf(int number, String line) {
        JsonNode data = parse(number, line).path("data");
        String doi = data.path("attributes").path("doi").asString("").strip();
        if (!data.path("type").asString("").equals("dois")) {
            throw invalid(number, "/data/type must be \"dois\"");
        }
        if (!doi.startsWith("10.") || !doi.contains("/")) {
            throw invalid(
                    number, "/data/attributes/doi must be a DOI such as 10.5072/abc, but is \"%s\"".formatted(doi));
        }
        return doi;
    }

    private JsonNode parse(int number, String line) {
        try {
            return this.mapper.readTree(line);
        } catch (JacksonException ex) {
            throw invalid(number, "not a JSON document: " + ex.getOriginalMessage() + column(ex));
        }
    }

    private static String column(JacksonException ex) {
        return (ex.getLocation() != null)
                ? " (column %d)".formatted(ex.getLocation().getColumnNr())
                : "";
    }

    private InvalidRecordException invalid(int number, String problem) {
        return new InvalidRecordException("%s, line %d: %s".formatted(this.name, number, problem));
    }
}
