import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseNow } from '../../../shop/context';
import { ServiceError } from '../../../client/service-error';
import { defaultLanguage } from '../../../locale/languages';
import { getAppContext, type AppContext } from '../../../runtime/app-context';

async function reason(check: Promise<unknown>): Promise<string> {
  try {
    await check;
    return 'ok';
  } catch (error) {
    // Reasons only: the text of an error may name hosts, which must stay internal.
    return error instanceof ServiceError ? error.reason : 'failed';
  }
}

/** Rejects when the data folder is not writable: an embedded database would stop working. */
async function writeToDisk(folder: string): Promise<void> {
  const file = join(folder, `ready-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, 'ready', { mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}

/** Starts the runtime if it has not started, and checks each dependency of the shop: "ok", or why not. */
export async function checkReadiness() {
  const runtime = getAppContext();
  const after = async (check: (one: AppContext) => Promise<unknown>): Promise<string> =>
    (await reason(runtime)) === 'ok' ? reason(runtime.then(check)) : 'unknown';
  const [started, database, disk, service] = await Promise.all([
    reason(runtime),
    after(({ checkoutContext }) => databaseNow(checkoutContext.database)),
    after(({ config }) => writeToDisk(config.database.folder)),
    after(({ client }) => client.listCatalogs({ language: defaultLanguage, fresh: true })),
  ]);
  const checks = { runtime: started, database, disk, service };
  const isReady = Object.values(checks).every((state) => state === 'ok');
  return { status: isReady ? 'ready' : 'not ready', checks };
}
