import { headers } from 'next/headers';
import { clientPrefix } from '../network/client-prefix';

/** The network that the request came from; null when it can't be told. */
export async function requestNetwork(): Promise<string | null> {
  return clientPrefix((await headers()).get('x-forwarded-for'));
}
