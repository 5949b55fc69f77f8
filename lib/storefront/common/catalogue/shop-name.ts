import { processEnvironment, shopNameOf } from '../../../runtime/env';

/** Read without the rest of the configuration, so that error pages have it, too. */
export function shopName(): string {
  return shopNameOf(processEnvironment());
}
