import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What happens to an exchange (a request and its response):
 * - `delay`: the request arrives so much later
 * - `reset`: nothing arrives, and the connection breaks
 * - `black_hole`: nothing arrives, and there is never a response
 * - `cut_question`: so many bytes of the request arrive, then the connection breaks
 * - `cut_answer`: the request arrives, so many bytes come back, then the connection breaks
 * - `lose_answer`: the request arrives, and nothing ever comes back
 */
export type ExchangeFault =
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'reset' | 'black_hole' | 'lose_answer' }
  | { kind: 'cut_question' | 'cut_answer'; bytes: number };

/** A TCP proxy between the shop and one of its partners. */
export interface FaultProxy {
  port: number;
  /** The faults of the next exchanges; null: no fault. */
  faults: (ExchangeFault | null)[];
  /** The faults of the exchanges after them. */
  otherwise: () => ExchangeFault | null;
  /** While true the partner is unreachable: connections break. */
  unavailable: boolean;
  /** Breaks every open connection. */
  breakAll: () => void;
  close(): Promise<void>;
}

/**
 * Starts a proxy to a port on loopback. A fault applies to one exchange, so that kept-alive connections have
 * them too.
 */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((inward) => {
    keep(inward);
    if (proxy.unavailable) inward.resetAndDestroy();
    else join(proxy, inward, keep(connect(target, '127.0.0.1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    faults: [],
    otherwise: () => null,
    unavailable: false,
    breakAll: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  return proxy;
}

function join(proxy: FaultProxy, inward: Socket, outward: Socket): void {
  let asking = false;
  let fault: ExchangeFault | null = null;
  let left = 0;
  const end = () => {
    inward.resetAndDestroy();
    outward.destroy();
  };
  const upTo = (chunk: Buffer, to: Socket) => {
    to.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) end();
  };
  inward.on('data', (chunk) => {
    if (proxy.unavailable) {
      end();
      return;
    }
    if (!asking && fault?.kind !== 'black_hole') {
      asking = true;
      fault = proxy.faults.shift() ?? proxy.otherwise();
      left = fault !== null && 'bytes' in fault ? fault.bytes : 0;
    }
    if (fault?.kind === 'reset') end();
    else if (fault?.kind === 'cut_question') upTo(chunk, outward);
    else if (fault?.kind === 'delay') setTimeout(() => outward.write(chunk), fault.milliseconds);
    else if (fault?.kind !== 'black_hole') outward.write(chunk);
  });
  outward.on('data', (chunk) => {
    asking = false;
    if (fault?.kind === 'cut_answer') upTo(chunk, inward);
    else if (fault?.kind !== 'lose_answer') inward.write(chunk);
  });
  inward.once('close', () => outward.destroy());
  outward.once('close', () => inward.destroy());
}
