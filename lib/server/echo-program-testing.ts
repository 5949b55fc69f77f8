import { listen } from './listen';

// The server of the shop as a program of its own, for tests that measure it; what stands behind it answers at once.

const port = Number(process.env['PORT']);
await listen({
  answer: (_request, response) => {
    response.end('a page');
    return Promise.resolve();
  },
  storefrontUrl: 'https://tickets.example',
  host: '127.0.0.1',
  port,
  trustedProxies: ['127.0.0.0/8'],
  onError: (error) => process.stderr.write(`${String(error)}\n`),
  security: () => undefined,
});
process.stdout.write('ready\n');
