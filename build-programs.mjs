import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

// Builds the service, the server of the shop, the commands and the demonstration as JavaScript, because as TypeScript they take more
// memory and start later (decision 19). Packages are not bundled.
await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: [
    'service/main.ts',
    'service/document/pdf-worker.ts',
    'lib/invoice/render-worker.ts',
    'lib/server/main.ts',
    'lib/database/embedded-thread.ts',
    'lib/runtime/migrate-command.ts',
    'lib/runtime/reconcile-command.ts',
    'service/import-command.ts',
    'service/distribute-command.ts',
    'doctor.mjs',
    'demo/main.ts',
    'demo/start.ts',
  ],
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
