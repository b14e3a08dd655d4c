package dev.limiter.sample.page;

import dev.limiter.sample.worker.Team;
import dev.limiter.sample.worker.Terms;
import dev.limiter.sample.worker.Worker;
import java.util.ArrayList;
import java.util.List;

/**
 * Workers that were started together.
 *
 * @param workers in the order of their names
 * @param actuators theirs
 */
record Replicas(List<Worker> workers, List<Actuator> actuators) implements AutoCloseable {

    static Replicas start(int size, Terms terms) {
        List<Worker> workers = new ArrayList<>();
        try {
            Team.names(size).forEach(name -> workers.add(Worker.startWithActuator(name, terms)));
        } catch (RuntimeException notStarted) {
            workers.forEach(Worker::close);
            throw notStarted;
        }
        return new Replicas(
                List.copyOf(workers),
                workers.stream().map(Worker::actuator).map(Actuator::new).toList());
    }

    @Override
    public void close() {
        this.workers.forEach(Worker::close);
    }
}
