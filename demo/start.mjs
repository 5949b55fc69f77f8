// What `npm start` runs. Plain Node without packages, because the packages may not be there yet.
import { spawn } from 'node:child_process';
import { buildPrograms, fail, install, isShopOld } from './prepare.mjs';
import { stopWithParent } from './stop-with-parent.mjs';

install();
buildPrograms();

// A separate process group: the terminal's Ctrl-C arrives here and is passed on once, instead of reaching every
// process.
const child = spawn(
  process.execPath,
  ['run-built.mjs', 'demo/start', ...(isShopOld() ? ['--build-shop'] : [])],
  {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent(() => child.kill('SIGTERM'));
child.once('error', (error) => fail(`The demonstration could not be started: ${error.message}.`));
child.once('exit', (code) => process.exit(code ?? 1));
