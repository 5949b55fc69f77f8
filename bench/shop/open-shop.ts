import type { BenchEnvironment } from '../tools/environment';
import { openSoakEnvironment, type SoakEnvironment, type SoakOptions } from '../soak/environment';

/** The programs of the shop on PostgreSQL, which also stop when the bench is interrupted. */
export async function openShop(bench: BenchEnvironment, options: SoakOptions = {}): Promise<SoakEnvironment> {
  const environment = await openSoakEnvironment(() => undefined, options);
  bench.onClose(() => environment.close(false));
  return environment;
}
