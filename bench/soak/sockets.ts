import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

/** How an attacking client reaches a program. */
export interface Target {
  port: number;
  hasTls: boolean;
}

// Separate networks: attacks do not use up the limits of addresses that other clients use.
const from = { host: '127.0.0.1', localAddress: '127.66.0.1' };

/** A TCP connection without any data. */
export function openPlain(port: number): Promise<Socket> {
  return opened(connectPlain({ ...from, port }), 'connect');
}

/** A connection to which requests can be written. */
export function open({ port, hasTls }: Target): Promise<Socket> {
  if (!hasTls) return openPlain(port);
  const socket = connectTls({ ...from, port, servername: 'localhost', rejectUnauthorized: false });
  return opened(socket, 'secureConnect');
}

async function opened<Kind extends Socket>(socket: Kind, event: string): Promise<Kind> {
  socket.on('error', () => socket.destroy());
  await Promise.race([once(socket, event), once(socket, 'close')]);
  // A caller that waited for its end now would wait forever, because that event is over.
  if (socket.destroyed) throw new Error('a connection was closed before it was open');
  return socket;
}

/** Opens so many connections, one after another. */
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
