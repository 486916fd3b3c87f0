package org.truesabacc.gemp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A port that takes every connection and never says a word. */
public final class BlackHole implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final List<Socket> guests = new CopyOnWriteArrayList<>();

    public BlackHole() throws IOException {
        Thread porter = new Thread(() -> {
            try {
                while (true) {
                    guests.add(door.accept());
                }
            } catch (IOException closed) {
                // the end
            }
        });
        porter.setDaemon(true);
        porter.start();
    }

    public int port() {
        return door.getLocalPort();
    }

    /** A port on which nobody listens. */
    public static int deadPort() throws IOException {
        try (ServerSocket briefly = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return briefly.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket guest : guests) {
            guest.close();
        }
    }
}
