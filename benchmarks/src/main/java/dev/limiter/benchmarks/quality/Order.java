package dev.limiter.benchmarks.quality;

/**
 * What a worker process is to do.
 *
 * @param metered whether by the cell's limit; otherwise it warms up, with more than anybody needs
 * @param key of the bucket: each run has a new one
 * @param url of the server
 * @param millis for how long
 */
record Order(Who who, Cell cell, boolean metered, String key, String url, long millis) {

    String toLine() {
        return String.join(
                " ",
                this.who.name(),
                this.cell.name(),
                Boolean.toString(this.metered),
                this.key,
                this.url,
                Long.toString(this.millis));
    }

    static Order read(String line) {
        String[] parts = line.split(" ");
        return new Order(
                Who.valueOf(parts[0]),
                Cell.valueOf(parts[1]),
                Boolean.parseBoolean(parts[2]),
                parts[3],
                parts[4],
                Long.parseLong(parts[5]));
    }
}
