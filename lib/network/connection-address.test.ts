import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { clientNetworks } from './client-prefix';
import { connectionHeader, tellConnectionAddresses } from './connection-address';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Sends raw bytes to a server that started after the subscription; resolves to the headers as it saw them. */
async function headersSeen(sent: string, isTold = true): Promise<IncomingMessage['headers']> {
  if (isTold) cleanUps.push(tellConnectionAddresses());
  const server: Server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  cleanUps.push(() => new Promise((closed) => server.close(closed)));
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  cleanUps.push(() => socket.destroy());
  socket.write(sent);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return request.headers;
}

const get = (...lines: string[]) => ['GET / HTTP/1.1', 'Host: shop.test', ...lines, '', ''].join('\r\n');

it('a request has the address of its connection', async () => {
  expect(await headersSeen(get())).toMatchObject({ [connectionHeader]: '127.0.0.1' });
});

it('which a client can’t choose, however it sends the header', async () => {
  for (const lines of [
    ['X-Connection-Address: 192.0.2.1'],
    ['x-connection-address: a', 'x-connection-address: b'],
  ]) {
    expect(await headersSeen(get(...lines))).toMatchObject({ [connectionHeader]: '127.0.0.1' });
  }
});

it('so that a forwarded address that can’t be read gives nobody a network of their choice', async () => {
  const headers = await headersSeen(get('X-Forwarded-For: 10.0.0.1, unknown'));
  const forwarded = String(headers['x-forwarded-for']);
  expect(clientNetworks(forwarded, String(headers[connectionHeader])).network).toBe('127.0.0.0/24');
});

it('without it nothing is changed', async () => {
  expect(await headersSeen(get(), false)).not.toHaveProperty(connectionHeader);
});
