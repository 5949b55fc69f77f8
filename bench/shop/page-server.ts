import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

// The limit of P10, a separate program: a bare node:http server that sends the same bytes with the same headers.
// Arguments: port, file with the headers (names and values one after the other), file with the body.
const [port = '', headersFile = '', bodyFile = ''] = process.argv.slice(2);
const headers = JSON.parse(await readFile(headersFile, 'utf8')) as string[];
const body = await readFile(bodyFile);
createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(port), '127.0.0.1');
