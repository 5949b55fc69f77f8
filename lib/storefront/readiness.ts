import { ServiceError } from '../client/service-error';
import { defaultLanguage } from '../locale/languages';
import { readDatabase, writeToDisk } from '../runtime/readiness-checks';
import { getRuntime, type Runtime } from '../runtime/runtime';

export interface Readiness {
  readonly status: 'ready' | 'not ready';
  /** Each thing that the shop needs: "ok", or why not. */
  readonly checks: Readonly<Record<string, string>>;
}

async function reason(check: Promise<unknown>): Promise<string> {
  try {
    await check;
    return 'ok';
  } catch (error) {
    // Reasons only: what an error says may name hosts that are nobody's business.
    return error instanceof ServiceError ? error.reason : 'failed';
  }
}

/** Starts the runtime where it has not started, and asks whatever the shop needs. */
export async function checkReadiness(): Promise<Readiness> {
  const runtime = getRuntime();
  const after = async (check: (one: Runtime) => Promise<unknown>): Promise<string> =>
    (await reason(runtime)) === 'ok' ? reason(runtime.then(check)) : 'unknown';
  const [started, database, disk, service] = await Promise.all([
    reason(runtime),
    after(readDatabase),
    after(writeToDisk),
    after(({ client }) => client.listCatalogs({ language: defaultLanguage })),
  ]);
  const checks = { runtime: started, database, disk, service };
  const isReady = Object.values(checks).every((state) => state === 'ok');
  return { status: isReady ? 'ready' : 'not ready', checks };
}
