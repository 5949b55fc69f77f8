import type { Refused } from '../log/security-log';
import { getRuntime } from '../runtime/runtime';
import { requestNetworks } from './network';

/** Writes what a client was refused into the security log, with the network that its request came from. */
export async function noteRefusal(refused: Refused): Promise<void> {
  const { security } = await getRuntime();
  const { network } = await requestNetworks();
  security({ ...refused, network });
}
