import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { localCertificate } from '../../service/http/certificate';

// The limit of P1, P2 and P4, a separate program: a bare node:https server that reads the body of each request and
// sends a prepared answer. Arguments: port, folder of the certificate, file with { status, headers, body }.
const [port = '', tlsFolder = '', file = ''] = process.argv.slice(2);
const { status, headers, body } = JSON.parse(await readFile(file, 'utf8')) as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
const bytes = Buffer.from(body);
const { key, cert } = await localCertificate(tlsFolder, 'localhost', new Date());
createServer({ key, cert }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    // As a server does that uses the body.
    Buffer.concat(chunks);
    response.writeHead(status, headers);
    response.end(bytes);
  });
}).listen(Number(port), '127.0.0.1');
