import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

// Builds the service and the server of the shop as JavaScript, because as TypeScript they take more memory and start later
// (decision 19). Packages are not bundled. `npm run build` runs this after Next's build.
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
