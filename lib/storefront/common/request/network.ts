import { headers } from 'next/headers';
import type { Refused } from '../../../log/security-log';
import { clientNetworks, type ClientNetworks } from '../../../network/client-prefix';
import { getAppContext } from '../../../runtime/app-context';

/** lib/server writes the client's address into this header and removes any other value. */
export async function requestNetworks(): Promise<ClientNetworks> {
  return clientNetworks((await headers()).get('x-forwarded-for'));
}

/** Writes a refused request into the security log, with the network that it came from. */
export async function noteRefusal(refused: Refused): Promise<void> {
  const { security } = await getAppContext();
  const { network } = await requestNetworks();
  security({ ...refused, network });
}
