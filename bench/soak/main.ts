import { setTimeout as pause } from 'node:timers/promises';
import { runClients } from './clients';
import { compareBooks } from './findings';
import { reportOf } from './report';
import { readSoakSettings, type SoakSettings } from './settings';
import { openSoakStage, type SoakStage } from './stage';
import { kinds, type Measured } from './tally';
import { type Outcome, programs, quartersOf } from './verdict';
import { askHealth, startWatch, type Watched } from './watch';

const progressSeconds = 60;
/** A visit that has begun may go on for so long after the end. */
const longestVisitSeconds = 180;

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

/** The mixed load, for its time. Throws when a program ends meanwhile. */
async function load(stage: SoakStage, settings: SoakSettings): Promise<Watched> {
  const { soak, programs: running } = stage;
  const pids = { service: pidOf(stage, 'service'), storefront: pidOf(stage, 'storefront') };
  const { watched, stopped } = startWatch(soak, pids, settings.sampleSeconds);
  const clients = runClients(soak);
  const progress = setInterval(() => say(progressOf(stage, watched)), progressSeconds * 1000);
  const failed = running.failed.then((sentence): never => {
    throw new Error(sentence);
  });
  try {
    await Promise.race([pause(settings.minutes * 60_000), failed, stopped, clients]);
  } finally {
    clearInterval(progress);
    stage.stopClients();
  }
  const late = pause(longestVisitSeconds * 1000).then((): never => {
    throw new Error('some clients did not stop');
  });
  await Promise.race([Promise.all([clients, stopped]), failed, late]);
  return watched;
}

function pidOf({ programs: running }: SoakStage, name: Measured): number {
  const pid = running.programs[name]?.pid;
  if (pid === undefined) throw new Error(`the ${name} was not started`);
  return pid;
}

function progressOf({ soak }: SoakStage, { samples }: Watched): string {
  const { done, failures, serverErrors, missing } = soak.tally.counts();
  const last = samples.at(-1);
  const memory = programs.map((name) => `${name} ${last?.memory[name].toFixed(0) ?? '?'} MB`);
  const work = kinds.map((kind) => `${kind} ${Object.values(done[kind]).reduce((sum, one) => sum + one, 0)}`);
  const rest = `${failures} failures, ${serverErrors} times 5xx, ${missing.length} kinds of work not done yet`;
  return [...memory, ...work, rest].join(', ');
}

/** Asks both programs a last time, and stops them; how many did not answer, or did not stop with exit code 0. */
async function end(stage: SoakStage): Promise<number> {
  const { soak, programs: running } = stage;
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
  const stage = await openSoakStage(say);
  let isReached = false;
  const interrupted = () => {
    void stage.close(false).finally(() => process.exit(130));
  };
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  try {
    say(`the clients begin, for ${settings.minutes} minutes`);
    const watched = await load(stage, settings);
    say('the clients have stopped; comparing the books');
    const books = await compareBooks(stage, since);
    const unwell = await end(stage);
    const seconds = settings.minutes * 60;
    const outcome: Outcome = {
      ...{ settings, books, unwell, counts: stage.soak.tally.counts() },
      quarters: {
        service: quartersOf(watched, 'service', seconds),
        storefront: quartersOf(watched, 'storefront', seconds),
      },
    };
    const { markdown, missed } = await reportOf(outcome, stage, watched.samples);
    process.stdout.write(markdown);
    for (const { goal, what } of missed) say(`${goal} is not reached: ${what}`);
    isReached = missed.length === 0;
    return isReached ? 0 : 1;
  } finally {
    if (!isReached) say(`what the programs wrote is kept in ${stage.dataDir}`);
    await stage.close(!isReached);
  }
}

process.exit(
  await main().catch((error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }),
);
