import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchImage, ImageRefused } from './image-fetch';

let server: Server | undefined;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function startHost(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(started.address() as AddressInfo).port}`;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const picture: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'image/svg+xml; charset=utf-8' }).end(svg);
};

describe('fetchImage', () => {
  it('fetches a picture from a trusted host', async () => {
    const trusted = await startHost(picture);
    const image = await fetchImage(`http://${trusted}/a.svg`, {
      trustedHosts: [trusted],
      allowsPublicHosts: false,
      ownHosts: [],
    });
    expect(Buffer.from(image).toString()).toBe(svg);
  });

  it('requests neither private addresses nor other schemes', async () => {
    let asked = 0;
    const hidden = await startHost((request, response) => {
      asked += 1;
      picture(request, response);
    });
    const port = hidden.split(':')[1] ?? '';
    const rules = { trustedHosts: [], allowsPublicHosts: true, ownHosts: [] };
    const addresses = [
      `http://${hidden}/`,
      `https://${hidden}/`,
      `https://localhost:${port}/`,
      `https://[::1]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      'https://169.254.169.254/latest/meta-data',
      `https://user:secret@${hidden}/`,
      'file:///etc/passwd',
      'data:image/svg+xml,<svg/>',
    ];
    for (const address of addresses) {
      const error: unknown = await fetchImage(address, rules).then(
        () => 'fetched',
        (reason: unknown) => reason,
      );
      const cause = error instanceof Error && !(error instanceof ImageRefused) ? error.cause : error;
      expect(cause, address).toBeInstanceOf(ImageRefused);
    }
    expect(asked).toBe(0);
  });

  it.each([
    'https://id.example/picture.png',
    'https://ID.example:8443/picture.png',
    'https://id.example./picture.png',
    'https://pay.example/picture.png',
  ])('requests no host of the shop or its providers: %s', async (address) => {
    const rules = { trustedHosts: [], allowsPublicHosts: true, ownHosts: ['id.example', 'pay.example'] };
    await expect(fetchImage(address, rules)).rejects.toEqual(new ImageRefused('the host'));
    // Another host is requested; the error comes only from the failed connection.
    const other = fetchImage('https://pictures.invalid/picture.png', rules);
    await expect(other).rejects.toThrow(TypeError);
  });

  it('refuses other types, statuses, redirects and files over the size limit', async () => {
    const replies: [string, RequestListener][] = [
      ['a page', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
      [
        'another status',
        (_, response) => void response.writeHead(404, { 'content-type': 'image/png' }).end(),
      ],
      ['a redirect', (_, response) => void response.writeHead(302, { location: 'http://localhost/' }).end()],
      [
        'too much',
        (_, response) => {
          response.writeHead(200, { 'content-type': 'image/png' });
          response.end(Buffer.alloc(9 * 1024 * 1024));
        },
      ],
    ];
    for (const [name, listener] of replies) {
      const trusted = await startHost(listener);
      const fetched = fetchImage(`http://${trusted}/`, {
        trustedHosts: [trusted],
        allowsPublicHosts: false,
        ownHosts: [],
      });
      await expect(fetched, name).rejects.toThrow(ImageRefused);
      server?.close();
      server?.closeAllConnections();
    }
  });
});
