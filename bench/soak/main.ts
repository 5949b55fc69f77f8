import { setTimeout as pause } from 'node:timers/promises';
import { runClients } from './clients';
import { compareBooks } from './findings';
import { reportOf } from './report';
import { readSoakSettings, type SoakSettings } from './settings';
import { openSoakEnvironment, pidOf, type SoakEnvironment } from './environment';
import { kinds } from './tally';
import { type Outcome, programs, quartersOf } from './verdict';
import { askHealth, startWatch, type Watched } from './watch';

const progressSeconds = 60;
/** How long a visit that has begun may continue after the end. */
const longestVisitSeconds = 180;

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

/** Runs the mixed load for the configured time. Throws if a program ends meanwhile. */
async function load(environment: SoakEnvironment, settings: SoakSettings): Promise<Watched> {
  const { soak, programs: running } = environment;
  const pids = { service: pidOf(environment, 'service'), storefront: pidOf(environment, 'storefront') };
  const { watched, stopped } = startWatch(soak, pids, settings.sampleSeconds);
  const clients = runClients(soak);
  const progress = setInterval(() => say(progressOf(environment, watched)), progressSeconds * 1000);
  const failed = running.failed.then((sentence): never => {
    throw new Error(sentence);
  });
  try {
    await Promise.race([pause(settings.minutes * 60_000), failed, stopped, clients]);
  } finally {
    clearInterval(progress);
    environment.stopClients();
  }
  const late = pause(longestVisitSeconds * 1000).then((): never => {
    throw new Error('some clients did not stop');
  });
  await Promise.race([Promise.all([clients, stopped]), failed, late]);
  return watched;
}

function progressOf({ soak }: SoakEnvironment, { samples }: Watched): string {
  const { done, failures, serverErrors, missing } = soak.tally.counts();
  const last = samples.at(-1);
  const memory = programs.map((name) => `${name} ${last?.memory[name].toFixed(0) ?? '?'} MB`);
  const work = kinds.map((kind) => `${kind} ${Object.values(done[kind]).reduce((sum, one) => sum + one, 0)}`);
  const rest = `${failures} failures, ${serverErrors} times 5xx, ${missing.length} kinds of work not done yet`;
  return [...memory, ...work, rest].join(', ');
}

/**
 * Requests both programs a last time, and stops them; returns how many did not answer, or did not stop with exit
 * code 0.
 */
async function end(environment: SoakEnvironment): Promise<number> {
  const { soak, programs: running } = environment;
  const answers = await Promise.allSettled(programs.map((name) => askHealth(soak, name)));
  await soak.service.close();
  await running.stop();
  const ends = await Promise.all(
    programs.map((name) => running.programs[name]?.ended ?? Promise.resolve('was not started')),
  );
  return programs.filter((_, index) => {
    const isWell = answers[index]?.status === 'fulfilled' && ends[index] === 'ended with exit code 0';
    if (!isWell) say(`the ${programs[index] ?? ''} ${ends[index] ?? ''}`);
    return !isWell;
  }).length;
}

async function main(): Promise<number> {
  const settings = readSoakSettings();
  const since = new Date();
  const environment = await openSoakEnvironment(say);
  let isReached = false;
  const interrupted = () => {
    void environment.close(false).finally(() => process.exit(130));
  };
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  try {
    say(`the clients begin, for ${settings.minutes} minutes`);
    const watched = await load(environment, settings);
    say('the clients have stopped; comparing the books');
    const books = await compareBooks(environment, since);
    const unwell = await end(environment);
    const seconds = settings.minutes * 60;
    const outcome: Outcome = {
      ...{ settings, books, unwell, counts: environment.soak.tally.counts() },
      quarters: {
        service: quartersOf(watched, 'service', seconds),
        storefront: quartersOf(watched, 'storefront', seconds),
      },
    };
    const { markdown, missed } = await reportOf(outcome, environment, watched.samples);
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
