import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

// The service and the server of the shop as JavaScript: read as TypeScript while they run, each takes 46 MB more and
// starts a second later. Packages are left out. `npm run build` runs this after Next's build.
await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: ['service/main.ts', 'service/document/pdf-worker.ts', 'lib/server/main.ts'],
  outdir: 'dist',
  outbase: '.',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
