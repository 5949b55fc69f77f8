import { startWorker } from '@/lib/shop/worker/worker';
import type { AppContext } from '@/lib/runtime/app-context';
import { type Config, readConfig } from '@/lib/runtime/config';
import { openListings } from '@/lib/runtime/open-parts';
import { createProgramLog } from '@/lib/log/program-log';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { closeAll, startClient } from '@/testing/client/test-client';
import type { AnswerRequest } from '@/testing/faults/wire';
import { requiredSettings } from '@/testing/required-settings';

/**
 * Gives the pages of this process their context: a test shop, and a service with answers that the test writes itself.
 * Resolves to the function that ends both.
 */
export async function startStorefront(answer: AnswerRequest): Promise<() => Promise<void>> {
  const { client } = await startClient(answer);
  return startStorefrontOf(await startTestShop(), { client });
}

/**
 * Gives the pages of this process a test shop as their context; by default with its service, and without passes for
 * wallets.
 */
export function startStorefrontOf(
  shop: TestShop,
  {
    client = shop.context.client,
    catalogAdmin = null,
    wallets,
  }: Partial<Pick<AppContext, 'client' | 'catalogAdmin'> & Pick<Config, 'wallets'>> = {},
): () => Promise<void> {
  const { context: checkoutContext } = shop;
  const settings = readConfig(requiredSettings);
  const { linkSecret } = checkoutContext;
  const config = { ...settings, linkSecret, wallets: wallets ?? settings.wallets };
  const log = createProgramLog();
  const context: AppContext = {
    config,
    log,
    security: () => undefined,
    client,
    catalogAdmin,
    listings: openListings(client, log),
    checkoutContext,
    waitingRooms: null,
    worker: startWorker(checkoutContext),
  };
  globalThis.storefrontRuntime = Promise.resolve(context);
  return async () => {
    globalThis.storefrontRuntime = undefined;
    await context.worker.stop();
    await Promise.all([closeAll(), shop.close()]);
  };
}
