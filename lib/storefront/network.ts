import { headers } from 'next/headers';
import { clientPrefix } from '../network/client-prefix';

/** The network that the request came from. */
export async function requestNetwork(): Promise<string> {
  return clientPrefix((await headers()).get('x-forwarded-for'));
}
