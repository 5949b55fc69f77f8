// Builds the pages of the shop. Next writes the identifier of a build before the build is complete, so a file of our own
// says that it is.
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { completeBuild } from './prepare.mjs';

rmSync(completeBuild, { force: true });
process.on('exit', (code) => {
  if (code === 0) writeFileSync(completeBuild, '');
});
process.argv.splice(2, Infinity, 'build');
createRequire(import.meta.url)('next/dist/bin/next');
