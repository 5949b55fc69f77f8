import { headers } from 'next/headers';
import { clientNetworks, type ClientNetworks } from '../network/client-prefix';

/** The networks that the request came from: lib/server has written its client's address, and nothing else, there. */
export async function requestNetworks(): Promise<ClientNetworks> {
  return clientNetworks((await headers()).get('x-forwarded-for'));
}
