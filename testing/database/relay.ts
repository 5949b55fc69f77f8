import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a program and its PostgreSQL, so that a test can disconnect them. */
export interface Relay {
  /** The database's URL through the relay. */
  url: string;
  /** Breaks every connection and accepts no new ones. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/**
 * What becomes of a commit: the connection breaks before the commit arrives, or after it was carried out and before its
 * answer; null: nothing happens to it.
 */
export type CommitFault = 'before' | 'after' | null;

/** Starts a relay to the database of `url`, on a free port. `atCommit` decides about each commit. */
export async function startRelay(url: string, atCommit: () => CommitFault = () => null): Promise<Relay> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).once('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((inward) => {
    const outward = keep(connect(Number(target.port || 5432), target.hostname));
    join(keep(inward), outward, atCommit);
    inward.once('close', () => outward.destroy());
    outward.once('close', () => inward.destroy());
  });
  const open = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await open(0);
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return {
    url: through.href,
    cut,
    restore: async () => {
      await open(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}

/** The driver sends a commit as a simple query: its type, its length, and the text. */
const isCommit = (chunk: Buffer) => /^Q.{4}commit\0/s.test(chunk.toString('latin1', 0, 12));

function join(inward: Socket, outward: Socket, atCommit: () => CommitFault): void {
  let isCut = false;
  const end = () => {
    inward.destroy();
    outward.destroy();
  };
  inward.on('data', (chunk: Buffer) => {
    const fault = isCommit(chunk) ? atCommit() : null;
    if (fault === 'before') {
      end();
      return;
    }
    isCut ||= fault === 'after';
    outward.write(chunk);
  });
  outward.on('data', (chunk: Buffer) => {
    if (isCut) end();
    else inward.write(chunk);
  });
}
