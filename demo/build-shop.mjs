// Builds the pages of the shop. Next writes the identifier of a build before the build is complete, so a file of our own
// says that it is.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { completeBuild, identifierOfBuild } from './prepare.mjs';

for (const file of [completeBuild, identifierOfBuild]) rmSync(file, { force: true });
process.on('exit', (code) => {
  if (code === 0 && existsSync(identifierOfBuild)) writeFileSync(completeBuild, '');
});
// It ends with the program that started it. Here, because Next passes the options of node on to its own programs.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
process.argv.splice(2, Infinity, 'build');
createRequire(import.meta.url)('next/dist/bin/next');
