package dev.limiter.sample.worker;

/** Teams in this process. */
final class LocalTeams implements Teams {

    @Override
    public Team separate(int size, Terms terms) {
        return LocalTeam.start(size, terms, null);
    }

    @Override
    public Team shared(int size, Terms terms) {
        SharedMemory memory = SharedMemory.empty();
        try {
            return LocalTeam.start(size, terms, memory);
        } catch (RuntimeException notStarted) {
            memory.close();
            throw notStarted;
        }
    }

    @Override
    public String workers() {
        return "workers";
    }
}
