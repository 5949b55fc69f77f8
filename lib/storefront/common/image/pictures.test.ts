import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadPicture, type PictureContext, sizeOf } from './pictures';

const server = createServer((request, response) => {
  const answer = request.url === '/boat.png' ? boat : Promise.resolve(Buffer.from('no picture'));
  void answer.then((bytes) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes));
});
const boat = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c42d2a' } })
  .png()
  .toBuffer();

let folder: string;
let host: string;
let context: PictureContext;
const warnings: object[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const images = { folder, trustedHosts: [host], allowsPublicHosts: true, ownHosts: [] };
  const log = { warn: (about: object) => void warnings.push(about) };
  context = { config: { images }, log };
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

it('a picture is measured as the shop shows it', async () => {
  const loaded = await loadPicture(context, `http://${host}/boat.png`, { of: 'a draft' });
  if (loaded.kind !== 'loaded') throw new Error(loaded.kind);
  expect(await sizeOf(loaded.value)).toEqual({ width: 300, height: 200 });
});

it.each(['/text.png', ''])('what the shop can not show is missing, and in the log: %s', async (path) => {
  const address = path === '' ? 'https://127.0.0.1/boat.png' : `http://${host}${path}`;
  expect(await loadPicture(context, address, { of: 'a draft' })).toEqual({ kind: 'missing' });
  expect(warnings.at(-1)).toMatchObject({ of: 'a draft' });
});
