import { keepDataPrivate } from '../lib/database/private-files';
import { createProgramLog } from '../lib/log/program-log';
import { systemClock } from '@/testing/fakes/clock';
import { PortTakenError, startDemoServer } from './demo-server';
import { demoConfigOrExit } from './env';
import { portTakenSentence } from './ports';
import { loadSecrets } from './common/secrets';

const STOP_MS = 5000;

// No other user of the machine can read the files that it makes.
process.umask(0o077);

const config = demoConfigOrExit();
const log = createProgramLog();

async function start(): ReturnType<typeof startDemoServer> {
  try {
    keepDataPrivate(config.dataDir);
    const secrets = await loadSecrets(config.dataDir);
    return await startDemoServer({ config, secrets, clock: systemClock, log });
  } catch (error) {
    const known = error instanceof PortTakenError;
    const sentence = known ? portTakenSentence(error.portName, config[error.portName]) : String(error);
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

const server = await start();
log.info({ url: config.demoUrl, smtpPort: config.smtpPort }, 'demo.ready');

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'demo.stopping');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'demo.stop-failed');
        process.exit(1);
      },
    );
  });
}
