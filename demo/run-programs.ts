import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepDataPrivate } from '../lib/database/private-files';
import { startProgram, type ChildProgram } from './child-program';
import { inheritedEnvironment, parseDemoConfig, type DemoConfig, type Environment } from './env';
import { demoToday, importCatalogs } from './import-catalogs';
import { portProblems } from './ports';
import { authorityFile, programEnvironments, type ProgramEnvironments } from './program-environments';
import { programCommands } from './program-commands';
import { loadSecrets } from './common/secrets';
import { makeWalletFiles } from './wallet-files';
import { ProgramError, waitUntilReady } from './wait-until-ready';

export interface StartProgramsOptions {
  readonly ports: {
    readonly storefront: number;
    readonly service: number;
    readonly demo: number;
    readonly smtp: number;
  };
  /** The folder of the data and logs of all three programs. */
  readonly dataDir: string;
  /** Overrides the environment of this process, such as DATABASE_URL or HOLD_MINUTES; an empty value unsets. */
  readonly env?: Environment;
  /** Overrides everything else, for one of the programs only. */
  readonly envOf?: Partial<ProgramEnvironments>;
  /** Called for each step, with a few words. */
  readonly onProgress?: (step: string) => void;
  /** Stops everything, also during the start. */
  readonly signal?: AbortSignal;
  /** How long each program may take until it is ready. */
  readonly timeoutMs?: number;
  /** False: the caller starts the storefront. */
  readonly hasStorefront?: boolean;
  /** Other checkouts of the project, whose programs are started; they have to be built. */
  readonly folders?: Partial<Record<keyof ProgramEnvironments, string>>;
  /** Builds the pages of the shop, which start when it resolves, while the other programs start. */
  readonly buildShop?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

export interface RunningPrograms {
  readonly storefrontUrl: string;
  readonly serviceUrl: string;
  readonly demoUrl: string;
  /** The certificate authority (PEM) of the service. */
  readonly caFile: string;
  /** The storefront is undefined if the caller starts it. */
  readonly programs: Readonly<Record<'service' | 'demo', ChildProgram>> & {
    readonly storefront: ChildProgram | undefined;
  };
  /** The environment of each program, also for one that the caller starts. */
  readonly environments: ProgramEnvironments;
  /** Resolves if a program ends unexpectedly, with a sentence and the last lines of its log. */
  readonly failed: Promise<string>;
  /** Sends SIGTERM to all of them; resolves when they have ended. */
  stop(): Promise<void>;
  /** Kills all of them. */
  kill(): void;
}

const READY_MS = 90_000;
const STOP_MS = 10_000;

/**
 * Starts the service, the storefront and the demonstration, which have to be built, on these ports, waits until each
 * is ready, and imports the demonstration's catalogues. Runs from the repository's root. If anything fails it stops
 * what it started and throws an Error that says why, with the last lines of the program's log.
 */
export async function startPrograms(options: StartProgramsOptions): Promise<RunningPrograms> {
  const base = { ...inheritedEnvironment(), ...options.env };
  const config = configOf(options, base);
  const problems = await portProblems(config, ['storefrontPort', 'servicePort', 'demoPort', 'smtpPort']);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const programs: ChildProgram[] = [];
  const halt = new AbortController();
  const stop = async () => {
    halt.abort();
    await Promise.all(programs.map((program) => program.stop(STOP_MS)));
  };
  const signals = options.signal === undefined ? [halt.signal] : [halt.signal, options.signal];
  const all = { ...options, signal: AbortSignal.any(signals) };
  const started = await startAll(config, base, programs, all).catch(async (error: unknown) => {
    const words = await lastLogLines(error, programs);
    await stop();
    throw new Error(words, { cause: error });
  });
  return {
    ...started,
    storefrontUrl: config.storefrontUrl,
    serviceUrl: config.serviceUrl,
    demoUrl: config.demoUrl,
    caFile: authorityFile(config.dataDir),
    failed: firstFailure(programs, halt.signal),
    stop,
    kill: () => programs.forEach((program) => program.kill()),
  };
}

function configOf({ ports, dataDir }: StartProgramsOptions, base: Environment): DemoConfig {
  const parsed = parseDemoConfig({
    ...base,
    PORT: String(ports.storefront),
    SERVICE_PORT: String(ports.service),
    DEMO_PORT: String(ports.demo),
    SMTP_PORT: String(ports.smtp),
    DATA_DIR: dataDir,
  });
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.config;
}

type StartAllOptions = StartProgramsOptions & { readonly signal: AbortSignal };

async function startAll(
  config: DemoConfig,
  base: Environment,
  programs: ChildProgram[],
  options: StartAllOptions,
): Promise<Pick<RunningPrograms, 'programs' | 'environments'>> {
  const { onProgress = () => undefined, envOf = {}, folders = {}, signal, timeoutMs = READY_MS } = options;
  keepDataPrivate(config.dataDir);
  const secrets = await loadSecrets(config.dataDir);
  await makeWalletFiles(config.dataDir);
  const usual = programEnvironments(config, secrets, base);
  const envs = {
    service: { ...usual.service, ...envOf.service },
    storefront: { ...usual.storefront, ...envOf.storefront },
    demo: { ...usual.demo, ...envOf.demo },
  };
  const start = (name: keyof typeof envs): ChildProgram => {
    signal.throwIfAborted();
    const program = startOne(name, envs[name], config.dataDir, folders[name]);
    programs.push(program);
    return program;
  };
  const caFile = authorityFile(config.dataDir);
  // Both programs may be behind a proxy with such a certificate.
  const ready = { caFile, timeoutMs, signal };

  onProgress('starting the stand-ins (sign-in, payment, mailbox) and the ticketing service');
  const demo = start('demo');
  const service = start('service');
  const serviceReady = waitUntilReady({
    program: service,
    url: `${config.serviceUrl}/readyz`,
    ...ready,
  });

  const startStorefront = async () => {
    await options.buildShop?.(signal);
    if (!existsSync(caFile)) await serviceReady;
    onProgress('starting the shop');
    const storefront = start('storefront');
    await waitUntilReady({ program: storefront, url: `${config.storefrontUrl}/readyz`, ...ready });
    return storefront;
  };
  const putOnSale = async () => {
    await waitUntilReady({ program: demo, url: `${config.demoUrl}/readyz`, ...ready });
    await serviceReady;
    await importCatalogs({
      ...config,
      onImport: () => onProgress('importing the catalogues'),
      ca: await readFile(caFile, 'utf8'),
      issuerSecret: secrets.clients['demo-issuer'],
      today: demoToday(Date.now()),
      signal,
      doneFile: envs.service['DATABASE_URL'] ? null : join(config.dataDir, 'service', 'imported'),
    });
  };
  const storefront = options.hasStorefront === false ? undefined : startStorefront();
  await Promise.all([storefront, putOnSale(), serviceReady]);
  return { programs: { service, storefront: await storefront, demo }, environments: envs };
}

function startOne(
  name: keyof ProgramEnvironments,
  environment: Environment,
  dataDir: string,
  cwd: string | undefined,
): ChildProgram {
  const { args, env } = programCommands[name];
  const logFile = join(dataDir, 'log', `${name}.log`);
  return startProgram({
    name,
    args,
    env: { ...env, ...environment },
    logFile,
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** The error, with the log of the program that it is about or of one that has ended. */
async function lastLogLines(error: unknown, programs: readonly ChildProgram[]): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  const culprit =
    error instanceof ProgramError ? programs.find(({ name }) => message.includes(name)) : undefined;
  const program = culprit ?? programs.find((one) => !one.isRunning());
  return program === undefined ? message : await withLog(message, program);
}

async function withLog(message: string, program: ChildProgram): Promise<string> {
  return `${message}\nThe last lines of ${program.logFile}:\n${await program.lastLines()}`;
}

function firstFailure(programs: readonly ChildProgram[], halted: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const program of programs) {
      program.ended
        .then(async (how) => {
          if (!halted.aborted)
            resolve(await withLog(`The ${program.name} ${how}; stopping the others.`, program));
        })
        .catch(reject);
    }
  });
}
