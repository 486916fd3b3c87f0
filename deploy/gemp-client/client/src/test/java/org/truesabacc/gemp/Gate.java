package org.truesabacc.gemp;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A port in front of a service: its first connections are ended with GOAWAY, ENHANCE_YOUR_CALM, as soon as they carry a
 * call; the later ones are led through, or closed at once where there is no service.
 */
final class Gate implements AutoCloseable {
    private static final byte[] SETTINGS = HexFormat.of().parseHex("000000040000000000");
    private static final byte[] SETTINGS_SEEN = HexFormat.of().parseHex("000000040100000000");
    private static final byte[] CALM = HexFormat.of()
            .parseHex("000016" + "07" + "00" + "00000000" + "7fffffff" + "0000000b" + hex("too_many_pings"));
    private static final int PREFACE_BYTES = 24;
    private static final int HEADERS = 1;

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final List<Socket> guests = new CopyOnWriteArrayList<>();
    private final int service;
    private final int calmed;

    private Gate(int service, int calmed) throws IOException {
        this.service = service;
        this.calmed = calmed;
    }

    /** Before the service on a port; 0: there is none. */
    static Gate before(int service, int calmed) throws IOException {
        Gate gate = new Gate(service, calmed);
        run(gate::take);
        return gate;
    }

    int port() {
        return door.getLocalPort();
    }

    int guests() {
        return guests.size();
    }

    private void take() throws IOException {
        while (true) {
            Socket guest = door.accept();
            guests.add(guest);
            if (guests.size() <= calmed) {
                run(() -> calm(guest));
            } else if (service == 0) {
                guest.close();
            } else {
                Socket behind = new Socket(InetAddress.getByName("127.0.0.1"), service);
                run(() -> lead(guest.getInputStream(), behind));
                run(() -> lead(behind.getInputStream(), guest));
            }
        }
    }

    private static void calm(Socket guest) throws IOException {
        try (guest) {
            OutputStream out = guest.getOutputStream();
            out.write(SETTINGS);
            out.write(SETTINGS_SEEN);
            out.flush();
            DataInputStream in = new DataInputStream(guest.getInputStream());
            in.readNBytes(PREFACE_BYTES);
            int type;
            do {
                int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
                type = in.readUnsignedByte();
                in.skipNBytes(5L + length);
            } while (type != HEADERS);
            out.write(CALM);
            out.flush();
        }
    }

    private static void lead(InputStream from, Socket to) throws IOException {
        try (to) {
            from.transferTo(to.getOutputStream());
        }
    }

    private static String hex(String ascii) {
        return HexFormat.of().formatHex(ascii.getBytes());
    }

    private static void run(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (IOException closed) {
                // the end of a connection
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket guest : guests) {
            guest.close();
        }
    }

    /** Something with a connection. */
    private interface Step {
        void run() throws IOException;
    }
}
