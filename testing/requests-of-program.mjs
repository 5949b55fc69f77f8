// Loaded into a program with `node --import`: writes a line for each HTTP request that it gets.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

subscribe('http.server.request.start', ({ request }) => {
  appendFileSync(process.env.REQUESTS_FILE, `${request.method} ${request.url}\n`);
});
