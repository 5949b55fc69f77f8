import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

/** How a client without manners reaches a program. */
export interface Target {
  port: number;
  hasTls: boolean;
}

// A network of their own: the limits of addresses that others use are not used up by attacks.
const from = { host: '127.0.0.1', localAddress: '127.66.0.1' };

/** A TCP connection without anything on it. */
export function openPlain(port: number): Promise<Socket> {
  return opened(connectPlain({ ...from, port }), 'connect');
}

/** A connection that requests can be written to. */
export function open({ port, hasTls }: Target): Promise<Socket> {
  if (!hasTls) return openPlain(port);
  const socket = connectTls({ ...from, port, servername: 'localhost', rejectUnauthorized: false });
  return opened(socket, 'secureConnect');
}

async function opened<Kind extends Socket>(socket: Kind, event: string): Promise<Kind> {
  socket.on('error', () => socket.destroy());
  await Promise.race([once(socket, event), once(socket, 'close')]);
  // A caller that waits for its end would wait for ever: that event is over.
  if (socket.destroyed) throw new Error('a connection was closed before it was open');
  return socket;
}

/** So many connections, one after another. */
export async function openMany(count: number, one: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) sockets.push(await one());
  return sockets;
}

/** Waits until the server has closed all of them; destroys and counts those that it has not closed in time. */
export async function leftOpen(sockets: readonly Socket[], seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  for (const socket of sockets) socket.resume();
  const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
  while (sockets.some(isOpen) && performance.now() < end) await pause(250);
  const left = sockets.filter(isOpen).length;
  for (const socket of sockets) socket.destroy();
  return left;
}
