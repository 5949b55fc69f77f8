// `node run-built.mjs service/main` runs the file that build-programs.mjs made from service/main.ts.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const program = resolve(`dist/${process.argv[2]}.mjs`);
if (existsSync(program)) {
  await import(pathToFileURL(program).href);
} else {
  process.stderr.write(
    `There is no ${program}. Start in the folder of a release, or in that of the project after npm run build.\n`,
  );
  process.exitCode = 1;
}
