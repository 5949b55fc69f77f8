import { storefrontOf } from '../../e2e/two-storefronts';
import type { SoakEnvironment } from '../soak/environment';

export interface Storefronts {
  /** The address of each process, without a slash at the end. */
  origins: string[];
  /** Ends the last of them abruptly. */
  killLast: () => void;
  stop: () => Promise<void>;
}

/** The storefront of the environment and, for two processes, another one with the same database. */
export async function startStorefronts(
  { soak, programs, dataDir, databases }: SoakEnvironment,
  processes: 1 | 2,
): Promise<Storefronts> {
  const first = soak.shopUrl.replace('//localhost', '//127.0.0.1');
  if (processes === 1) {
    const none = () => {
      throw new Error('there is only one process');
    };
    return { origins: [first], killLast: none, stop: () => Promise.resolve() };
  }
  const place = { folder: '.', dataDir, place: 2, databaseUrl: databases.storefront };
  const second = await storefrontOf(programs, place);
  await second.start();
  return {
    origins: [first, second.url.replace('//localhost', '//127.0.0.1')],
    killLast: () => second.kill(),
    stop: async () => {
      await second.stop();
    },
  };
}
