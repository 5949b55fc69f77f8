import { headers } from 'next/headers';
import { clientNetworks, type ClientNetworks } from '../network/client-prefix';
import { connectionHeader } from '../network/connection-address';

/** The networks that the request came from. */
export async function requestNetworks(): Promise<ClientNetworks> {
  const sent = await headers();
  return clientNetworks(sent.get('x-forwarded-for'), sent.get(connectionHeader));
}
