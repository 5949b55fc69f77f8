import { setTimeout as pause } from 'node:timers/promises';
import { type CrowdSizes, runClients } from './clients';
import { pidOf, type SoakEnvironment } from './environment';
import { compareBooks } from './findings';
import type { SoakSettings } from './settings';
import { kinds } from './tally';
import { type Outcome, programs, quartersOf } from './verdict';
import { askHealth, type Sample, startWatch, type Watched } from './watch';

const progressSeconds = 60;
/** How long a visit that has begun may continue after the end. */
const longestVisitSeconds = 180;

interface SoakRun {
  settings: SoakSettings;
  say: (text: string) => void;
  /** Other numbers of clients than usual. */
  crowds?: CrowdSizes;
}

/** Runs all clients for the configured time, compares the books, and stops the programs. */
export async function runSoak(
  environment: SoakEnvironment,
  run: SoakRun,
): Promise<{ outcome: Outcome; samples: readonly Sample[] }> {
  const { settings, say } = run;
  const since = new Date();
  say(`the clients begin, for ${settings.minutes} minutes`);
  const watched = await load(environment, run);
  say('the clients have stopped; comparing the books');
  const books = await compareBooks(environment, since);
  const unwell = await end(environment, say);
  const seconds = settings.minutes * 60;
  const outcome: Outcome = {
    settings,
    books,
    unwell,
    counts: environment.soak.tally.counts(),
    quarters: {
      service: quartersOf(watched, 'service', seconds),
      storefront: quartersOf(watched, 'storefront', seconds),
    },
  };
  return { outcome, samples: watched.samples };
}

/** Runs the mixed load for the configured time. Throws if a program ends meanwhile. */
async function load(environment: SoakEnvironment, { settings, say, crowds }: SoakRun): Promise<Watched> {
  const { soak, programs: running } = environment;
  const pids = { service: pidOf(environment, 'service'), storefront: pidOf(environment, 'storefront') };
  const { watched, stopped } = startWatch(soak, pids, settings.sampleSeconds);
  const clients = runClients(soak, crowds);
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
async function end(environment: SoakEnvironment, say: (text: string) => void): Promise<number> {
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
