import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port of this machine that is free now. */
export async function freePort(host: 'localhost' | '127.0.0.1' = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
