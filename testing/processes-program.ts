import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { runProcesses } from '@/lib/network/processes';

// A program in several processes: each answers with its number. While the file BROKEN exists, it can't start.
await runProcesses({
  count: Number(process.env['COUNT']),
  run: () => {
    if (existsSync(process.env['BROKEN'] ?? '')) {
      process.stdout.write('broken\n');
      process.exit(3);
    }
    const server = createServer((_request, response) => response.end(String(process.pid)));
    server.listen(Number(process.env['PORT']), '127.0.0.1');
    process.on('SIGTERM', () => server.close(() => process.exit(0)));
    return Promise.resolve();
  },
  onEnded: (why) => process.stdout.write(`ended: ${why}\n`),
});
