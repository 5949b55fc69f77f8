import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { demoConfigOrExit, type DemoConfig } from './env';
import { demoPeople } from './identity/people';
import { startPrograms, type RunningPrograms } from './run-programs';

// npm and the terminal both pass one Ctrl-C on; only a later one counts as the second.
const SECOND_SIGNAL_MS = 750;

// No other user of the machine can read the files that these programs make.
process.umask(0o077);

const config = demoConfigOrExit();
const say = (line: string) => process.stdout.write(`${line}\n`);
const stopping = new AbortController();
let running: RunningPrograms | null = null;
let stopAskedAt = 0;

function onStop(): void {
  const now = Date.now();
  if (stopAskedAt === 0) {
    stopAskedAt = now;
    say('stopping');
    stopping.abort(new Error('stopped before everything was ready'));
  } else if (now - stopAskedAt > SECOND_SIGNAL_MS) {
    running?.kill();
    process.exit(1);
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, onStop);

async function run(): Promise<number> {
  running = await startPrograms({
    ports: {
      storefront: config.storefrontPort,
      service: config.servicePort,
      demo: config.demoPort,
      smtp: config.smtpPort,
    },
    dataDir: config.dataDir,
    onProgress: say,
    signal: stopping.signal,
    buildShop: process.argv.includes('--build-shop') ? buildShop : undefined,
  });
  if (!stopping.signal.aborted) announce(config, running);
  const stopAsked = new Promise<null>((resolve) => {
    if (stopping.signal.aborted) resolve(null);
    stopping.signal.addEventListener('abort', () => resolve(null));
  });
  const failure = await Promise.race([running.failed, stopAsked]);
  if (failure !== null) process.stderr.write(`${failure}\n`);
  await running.stop();
  return failure === null ? 0 : 1;
}

async function buildShop(signal: AbortSignal): Promise<void> {
  say('building the shop');
  const build = spawn(process.execPath, ['demo/build-shop.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = () => build.kill();
  signal.addEventListener('abort', stop);
  await once(build, 'exit');
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (build.exitCode !== 0) throw new Error('The shop could not be built; what "next build" said is above.');
}

function announce({ storefrontUrl, serviceUrl, demoUrl }: DemoConfig, { caFile }: RunningPrograms): void {
  const [staff] = demoPeople;
  say('');
  say(`ready ${storefrontUrl}`);
  say('');
  say(`  staff     ${storefrontUrl}/en/staff`);
  say(`            ${staff?.email ?? ''} with the password ${staff?.password ?? ''}`);
  say(`  mailbox   ${demoUrl}/mail`);
  say(`  payments  ${demoUrl}/payment`);
  say(`  service   ${serviceUrl}`);
  say(`            its certificate is signed by ${caFile}`);
  say('            a token for it: npm run --silent token -- demo-reseller');
  say('');
  say('Ctrl-C stops all of it; the data stays until npm run reset.');
}

try {
  process.exitCode = await run();
} catch (error) {
  if (stopAskedAt === 0) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = stopAskedAt === 0 ? 1 : 0;
}
process.exit();
