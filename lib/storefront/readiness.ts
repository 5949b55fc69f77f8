import { ServiceError } from '../client/service-error';
import { defaultLanguage } from '../locale/languages';
import { getRuntime } from '../runtime/runtime';

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

/** Starts the runtime where it has not started, and asks the service for its catalogues. */
export async function checkReadiness(): Promise<Readiness> {
  const runtime = await reason(getRuntime());
  const service =
    runtime === 'ok'
      ? await reason(getRuntime().then(({ client }) => client.listCatalogs({ language: defaultLanguage })))
      : 'unknown';
  const checks = { runtime, service };
  const isReady = Object.values(checks).every((state) => state === 'ok');
  return { status: isReady ? 'ready' : 'not ready', checks };
}
