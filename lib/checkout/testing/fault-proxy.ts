import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What happens to an exchange (what is sent until something comes back, and what comes back):
 * - `delay`: what is sent arrives so much later
 * - `reset`: nothing arrives, and the connection breaks
 * - `black_hole`: nothing arrives, and nothing ever comes
 * - `cut_question`: so many bytes arrive, then the connection breaks
 * - `cut_answer`: all arrives, so many bytes come back, then the connection breaks
 * - `lose_answer`: all arrives, and nothing ever comes back
 */
export type ExchangeFault =
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'reset' | 'black_hole' | 'lose_answer' }
  | { kind: 'cut_question' | 'cut_answer'; bytes: number };

/** Stands between the shop and one that it speaks with over TCP. */
export interface FaultProxy {
  port: number;
  /** What happens to the next exchanges; null: nothing. */
  faults: (ExchangeFault | null)[];
  /** What happens to those after them. */
  otherwise: () => ExchangeFault | null;
  /** Nobody is there: connections break. */
  away: boolean;
  /** Breaks every connection that there is. */
  breakAll: () => void;
  close(): Promise<void>;
}

/** Starts a proxy to a port on loopback. Faults are by exchange, so that kept connections have them too. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((inward) => {
    keep(inward);
    if (proxy.away) inward.resetAndDestroy();
    else join(proxy, inward, keep(connect(target, '127.0.0.1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    faults: [],
    otherwise: () => null,
    away: false,
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
    if (proxy.away) {
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
