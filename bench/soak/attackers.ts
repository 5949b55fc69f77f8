import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { conversations, converse } from '@/testing/faults/raw-http';
import { formAttacks } from './form-attacks';
import { hostileParameters } from './hostile-parameters';
import { serviceAttacks } from './service-attacks';
import { leftOpen, open, openMany, openPlain, type Target } from './sockets';
import type { Attack, Soak } from './soak';
import type { Measured } from './tally';

const silent = { sockets: 40, mostSeconds: 40 };
const malformed = { conversations: 48, atOnce: 6 };
const unread = { sockets: 12, requests: 300, seconds: 6 };

/**
 * One attack after another. Each is limited: the test shows what remains after an attack, not how much load the
 * machine can take.
 */
export function attackers(soak: Soak): () => Promise<void> {
  const attacks: readonly Attack[] = [
    ['pipelined requests, never read (service)', () => neverRead(soak.targets.service, '/docs')],
    ['pipelined requests, never read (storefront)', () => neverRead(soak.targets.storefront, '/icon.svg')],
    ['unfinished handshakes', () => unfinishedHandshakes(soak.targets.service)],
    ['half-open connections (service)', () => halfOpen(soak.targets.service)],
    ['half-open connections (storefront)', () => halfOpen(soak.targets.storefront)],
    ['malformed HTTP (service)', () => malformedHttp(soak, 'service')],
    ['malformed HTTP (storefront)', () => malformedHttp(soak, 'storefront')],
    ...serviceAttacks(soak),
    ...formAttacks(soak),
    ['hostile parameters', () => hostileParameters(soak)],
  ];
  let rounds = 0;
  return async () => {
    const [name, attack] = attacks[rounds++ % attacks.length] ?? [];
    if (name === undefined || attack === undefined) return;
    try {
      await attack();
    } catch (cause) {
      if (soak.signal.aborted) throw cause;
      throw new Error(name, { cause });
    }
    soak.tally.did('attackers', name);
  };
}

async function neverRead(target: Target, path: string): Promise<void> {
  const sockets = await openMany(unread.sockets, () => open(target));
  const requests = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(unread.requests);
  for (const socket of sockets) {
    socket.pause();
    socket.write(requests);
  }
  await pause(unread.seconds * 1000);
  for (const socket of sockets) socket.destroy();
}

async function unfinishedHandshakes({ port }: Target): Promise<void> {
  const sockets = await openMany(silent.sockets, () => openPlain(port));
  // Nothing at all, or the beginning of a handshake.
  for (const [index, socket] of sockets.entries())
    if (index % 2 === 0) socket.write(Buffer.from([22, 3, 1, 2, 0]));
  await expectClosed(sockets);
}

async function halfOpen(target: Target): Promise<void> {
  const sockets = await openMany(silent.sockets, () => open(target));
  for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHo');
  await expectClosed(sockets);
}

async function expectClosed(sockets: Parameters<typeof leftOpen>[0]): Promise<void> {
  const left = await leftOpen(sockets, silent.mostSeconds);
  if (left > 0) throw new Error(`${left} connections were still open after ${silent.mostSeconds} seconds`);
}

async function malformedHttp({ targets, tally }: Soak, by: Measured): Promise<void> {
  const seed = randomInt(2 ** 31);
  const all = conversations(seed, malformed.conversations).entries();
  const wrong: string[] = [];
  const clients = Array.from({ length: malformed.atOnce }, async () => {
    for (const [index, conversation] of all) {
      const got = await converse(await open(targets[by]), conversation);
      const status = /^HTTP\/1\.[01] (\d\d\d) /.exec(got)?.[1];
      if (status !== undefined) tally.answered(by, Number(status), `conversation ${index} of ${seed}`);
      else if (got !== '') wrong.push(`conversation ${index} of ${seed}`);
    }
  });
  await Promise.all(clients);
  if (wrong.length > 0) throw new Error(`${wrong.join(', ')} got an answer that is not HTTP`);
}
