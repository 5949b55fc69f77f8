// What `npm run reset` runs: demo/reset.ts, or a sentence when the packages are not there to run it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
if (!existsSync('node_modules/tsx')) {
  process.stderr.write('The packages are not installed; run "npm start" once.\n');
  process.exit(1);
}
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'demo/reset.ts'], { stdio: 'inherit' });
process.exit(status ?? 1);
