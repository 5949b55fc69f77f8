// What `npm start` runs. Plain Node without packages, because the packages may not be there yet.
import { spawn } from 'node:child_process';
import { fail, prepare } from './prepare.mjs';

prepare();

// A process group of its own: the terminal's Ctrl-C comes here and is passed on once, instead of reaching everybody.
const child = spawn(process.execPath, ['--import', 'tsx', 'demo/start.ts'], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  detached: process.platform !== 'win32',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('error', (error) => fail(`The demonstration could not be started: ${error.message}.`));
child.once('exit', (code) => process.exit(code ?? 1));
