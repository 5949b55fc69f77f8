import { DatabaseUnavailable } from '@/lib/database/database';
import { keepDataPrivate } from '@/lib/database/private-files';
import { createProgramLog } from '@/lib/log/program-log';
import { WrongSecurityLog } from '@/lib/log/security-log';
import { WrongEnvironment } from '@/lib/network/check-settings';
import { CannotStart, explainSystemError } from '@/lib/network/explain-start';
import { serveMetrics } from '@/lib/network/serve-metrics';
import { runProcesses } from '@/lib/network/processes';
import { type Configuration, misspelt, readEnvironment } from './env';
import { WrongCertificate } from './http/certificate-files';

// `npm run service`: the service, in one or several processes.

// No other user of the machine can read the files that it makes.
process.umask(0o077);

async function start(settings: Configuration): Promise<void> {
  const log = createProgramLog({ level: settings.logLevel });
  for (const sentence of misspelt()) log.warn(sentence);
  keepDataPrivate(settings.dataFolder, (path) =>
    log.warn({ path }, 'other users can use what is at this path'),
  );
  await serveMetrics(settings.metrics, settings.processes);
  await runProcesses({
    count: settings.processes,
    run: async () => {
      // A process that only starts others does not need the rest.
      const { startProgram } = await import('./program');
      await startProgram(settings, log);
    },
    onEnded: (why) => log.error({ why }, 'a process of the service ended, and is replaced'),
  });
}

/** One sentence for an error that the operator can correct; null for a bug. */
function explanation(error: unknown, settings: Configuration | undefined): string | null {
  if (
    error instanceof WrongEnvironment ||
    error instanceof WrongCertificate ||
    error instanceof WrongSecurityLog ||
    error instanceof CannotStart ||
    error instanceof DatabaseUnavailable
  )
    return error.message;
  if (settings === undefined) return null;
  const names = { host: 'SERVICE_HOST', port: 'SERVICE_PORT' };
  return explainSystemError(error, { host: settings.host, port: settings.port, names });
}

let config: Configuration | undefined;
try {
  config = readEnvironment();
  await start(config);
} catch (error) {
  const sentence = explanation(error, config);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
