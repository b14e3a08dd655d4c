package dev.limiter.redis.server;

import dev.limiter.redis.server.RedisServer.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Three nodes of a Redis Cluster, each with a third of the slots. */
public final class RedisCluster implements AutoCloseable {

    private static final int SLOTS = 16_384;

    private static final String[] OPTIONS = {"--cluster-enabled", "yes", "--cluster-node-timeout", "1000"};

    private final List<RedisServer> nodes = new ArrayList<>();

    private RedisCluster(Version version) {
        for (int i = 0; i < 3; i++) {
            this.nodes.add(RedisServer.start(version, OPTIONS));
        }
        for (int i = 0; i < 3; i++) {
            RedisServer node = this.nodes.get(i);
            List<String> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
            IntStream.range(SLOTS * i / 3, SLOTS * (i + 1) / 3).forEach(slot -> command.add("" + slot));
            node.ask(command.toArray(String[]::new));
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", "" + (i + 1));
            node.ask("CLUSTER", "MEET", "127.0.0.1", "" + this.nodes.get(0).port());
        }
        Await.until("the cluster", () -> this.nodes.stream().allMatch(RedisCluster::isReady));
    }

    private static boolean isReady(RedisServer node) {
        String info = node.ask("CLUSTER", "INFO");
        return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:3");
    }

    public static RedisCluster start(Version version) {
        return new RedisCluster(version);
    }

    public List<RedisServer> nodes() {
        return this.nodes;
    }

    /** The one of the three that holds this key. */
    public RedisServer holderOf(String key) {
        int slot = Integer.parseInt(this.nodes.get(0).ask("CLUSTER", "KEYSLOT", key));
        return IntStream.range(0, 3)
                .filter(i -> slot < SLOTS * (i + 1) / 3)
                .mapToObj(this.nodes::get)
                .findFirst()
                .orElseThrow();
    }

    /** One more node, which has what this one has, and takes its place when that is gone. */
    public RedisServer startReplicaOf(RedisServer master) {
        RedisServer replica = RedisServer.start(master.version(), OPTIONS);
        this.nodes.add(replica);
        replica.ask("CLUSTER", "MEET", "127.0.0.1", "" + master.port());
        String id = master.ask("CLUSTER", "MYID");
        Await.until("its master", () -> replica.ask("CLUSTER", "REPLICATE", id).equals("OK"));
        Await.until(
                "what its master has", () -> replica.ask("INFO", "replication").contains("master_link_status:up"));
        String known = "cluster_known_nodes:" + this.nodes.size();
        Await.until(
                "all to know it",
                () -> this.nodes.stream()
                        .allMatch(node -> node.ask("CLUSTER", "INFO").contains(known)));
        return replica;
    }

    /** Asks every node. */
    public void askAll(String... command) {
        this.nodes.forEach(node -> node.ask(command));
    }

    @Override
    public void close() {
        this.nodes.forEach(RedisServer::close);
    }
}
