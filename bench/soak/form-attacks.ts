import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser } from './browser';
import { open } from './sockets';
import type { Attack, Soak } from './soak';

const large = 8 * 1024 * 1024;
const slow = { sockets: 10, everySeconds: 4, mostSeconds: 50 };
const unknownAction = { $ACTION_ID_4012345678901234567890123456789012345678ab: '' };

/** Bodies that no form of the shop has, and the status with which each is refused. */
const wrongActions: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
  [{ $ACTION_ID_zz: '' }, 400],
  [{ $ACTION_REF_1: '', '$ACTION_1:0': '{"id":"40","bound":null}' }, 400],
  [{ $ACTION_REF_1: '', '$ACTION_1:0': '{"id":' }, 400],
  [{ $ACTION_REF___proto__: '', '$ACTION___proto__:0': '{}' }, 400],
  [{ ['__proto__']: 'x', ...unknownAction }, 409],
  [unknownAction, 409],
];

/** Attacks on the shop: bodies, languages and forms that it does not know. */
export function formAttacks(soak: Soak): Attack[] {
  return [
    ['bodies that are too large', () => tooLarge(soak, '/en')],
    ['bodies to /api/auth', () => tooLarge(soak, '/api/auth/signin/staff')],
    ['bodies that are too slow', () => tooSlow(soak)],
    ['unknown languages', () => unknownLanguages(soak)],
    ['wrong server actions', () => wrongServerActions(soak)],
  ];
}

/** Sends a form without following its answer; resolves to the status. */
async function post(soak: Soak, path: string, body: BodyInit, origin = soak.shopUrl): Promise<number> {
  const response = await fetch(`${soak.shopUrl}${path}`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin, accept: 'text/html' },
  });
  await response.arrayBuffer();
  soak.tally.answered('storefront', response.status, `POST ${path}`);
  return response.status;
}

function expectStatus(status: number, expected: number, what: string): void {
  if (status !== expected) throw new Error(`${what} was answered with ${status} instead of ${expected}`);
}

/** Writes to a socket as much as the shop accepts: a well-behaved client would stop after the refusal. */
async function tooLarge({ targets, shopUrl, tally }: Soak, path: string): Promise<void> {
  const socket = await open(targets.storefront);
  let got = '';
  socket.on('data', (part: Buffer) => (got += part.toString('latin1')));
  const closed = new Promise<void>((done) => {
    socket.once('close', () => done());
  });
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${shopUrl}\r\nContent-Length: ${large}\r\n\r\n`;
  socket.write(head);
  const piece = Buffer.alloc(64 * 1024, 'a');
  for (let sent = 0; sent < large && !socket.destroyed; sent += piece.length) {
    if (!socket.write(piece))
      await Promise.race([new Promise((done) => socket.once('drain', done)), closed, pause(5_000)]);
  }
  await Promise.race([closed, pause(10_000)]);
  socket.destroy();
  const status = Number(/^HTTP\/1\.1 (\d\d\d) /.exec(got)?.[1]);
  tally.answered('storefront', status, `POST ${path}`);
  expectStatus(status, 413, 'a body of 8 MB');
}

/** Sends a byte every few seconds, until the shop ends the connection. */
async function tooSlow({ targets, shopUrl, tally }: Soak): Promise<void> {
  const one = async (): Promise<void> => {
    const socket = await open(targets.storefront);
    let got = '';
    socket.on('data', (part: Buffer) => (got += part.toString('latin1')));
    socket.write(
      `POST /en HTTP/1.1\r\nHost: localhost\r\nOrigin: ${shopUrl}\r\nContent-Length: 1000\r\n\r\n`,
    );
    const end = performance.now() + slow.mostSeconds * 1000;
    while (!socket.destroyed && got === '' && performance.now() < end) {
      socket.write('a');
      await pause(slow.everySeconds * 1000);
    }
    socket.destroy();
    const status = Number(/^HTTP\/1\.1 (\d\d\d) /.exec(got)?.[1]);
    tally.answered('storefront', status, 'POST /en');
    expectStatus(status, 408, 'a body of a byte every four seconds');
  };
  await Promise.all(Array.from({ length: slow.sockets }, one));
}

async function unknownLanguages({ shopUrl, tally, signal }: Soak): Promise<void> {
  const browser = openBrowser(shopUrl, tally, signal);
  const addresses = ['/xx', '/tlh/catalogs/x', '/en-XX/orders', '/zz/checkout/1', '/constructor'];
  for (const address of addresses) {
    const { status } = await browser.open(address);
    expectStatus(status, 404, address);
  }
  for (const language of ['tlh', '*;q=x', 'x-a-b-c,,;;', 'en-'.repeat(2_000), '\u00e9\u00e8']) {
    const { status } = await browser.open('/', { 'accept-language': language });
    expectStatus(status, 200, 'the front page in an unknown language');
  }
}

async function wrongServerActions(soak: Soak): Promise<void> {
  for (const [payload, expected] of wrongActions) {
    const body = new FormData();
    for (const [name, value] of Object.entries(payload)) body.append(name, value);
    expectStatus(await post(soak, '/fr', body), expected, `the form ${Object.keys(payload).join()}`);
  }
  for (const origin of ['null', 'https://evil.example'])
    expectStatus(
      await post(soak, '/en', new URLSearchParams({ a: '1' }), origin),
      403,
      `a form of ${origin}`,
    );
}
