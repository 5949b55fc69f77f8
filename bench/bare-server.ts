import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { localCertificate } from '../service/http/certificate';
import { listen } from '../service/http/listen';

// The limit of P4, a separate program: a bare Hono handler behind the service's own TLS listener, with a prepared
// answer. Arguments: port, folder of the certificate, file with { headers, body }.
const [port = '', tlsFolder = '', file = ''] = process.argv.slice(2);
const { headers, body } = JSON.parse(await readFile(file, 'utf8')) as {
  headers: Record<string, string>;
  body: string;
};
const bytes = new TextEncoder().encode(body);
const app = new Hono().get('*', () => new Response(bytes, { headers }));
await listen({
  handle: async (request) => app.fetch(request),
  certificate: await localCertificate(tlsFolder, 'localhost', new Date()),
  host: '127.0.0.1',
  port: Number(port),
});
