import { createProgramLog } from '../log/program-log';
import { CannotStart } from '../network/explain-start';
import { serveMetrics } from '../network/serve-metrics';
import { runProcesses } from '../network/processes';
import { readConfig } from '../runtime/config';
import { closeDataFolder } from '../runtime/data-folder';
import { misspelt, processEnvironment } from '../runtime/env';

// `npm run storefront`: the shop, in one or several processes.

// No other user of the machine can read the files that it makes.
process.umask(0o077);

async function start(): Promise<void> {
  const config = readConfig(processEnvironment());
  const log = createProgramLog({ level: config.logLevel });
  for (const sentence of misspelt()) log.warn(sentence);
  closeDataFolder(config.dataFolder, log);
  await serveMetrics(config.metrics, config.processes);
  await runProcesses({
    count: config.processes,
    run: async () => {
      // A process that only starts others does not need Next.
      const { startProgram } = await import('./program');
      await startProgram(config, log);
    },
    onEnded: (why) => log.error({ why }, 'a process of the shop ended, and is replaced'),
  });
}

start().catch(async (error: unknown) => {
  const { explainStartError } = await import('../runtime/start');
  const sentence = error instanceof CannotStart ? error.message : explainStartError(error);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
