import { openSoakEnvironment } from './environment';
import { reportOf } from './report';
import { runSoak } from './run';
import { readSoakSettings } from './settings';

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

async function main(): Promise<number> {
  const settings = readSoakSettings();
  const environment = await openSoakEnvironment(say);
  let isReached = false;
  const interrupted = () => {
    void environment.close(false).finally(() => process.exit(130));
  };
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  try {
    const { outcome, samples } = await runSoak(environment, { settings, say });
    const { markdown, missed } = await reportOf(outcome, environment, samples);
    process.stdout.write(markdown);
    for (const { goal, what } of missed) say(`${goal} is not reached: ${what}`);
    isReached = missed.length === 0;
    return isReached ? 0 : 1;
  } finally {
    if (!isReached) say(`what the programs wrote is kept in ${environment.dataDir}`);
    await environment.close(!isReached);
  }
}

process.exit(
  await main().catch((error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }),
);
