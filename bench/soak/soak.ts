import type { GetToken } from '@/lib/client/token';
import type { MachineClientId } from '../../demo/identity/clients';
import type { ServiceCalls } from './service-calls';
import type { Target } from './sockets';
import type { Measured, Tally, Work } from './tally';

/** What every client knows: where the programs are, and where its deeds are counted. */
export interface Soak {
  /** Addresses without a slash at the end. */
  shopUrl: string;
  serviceUrl: string;
  demoUrl: string;
  /** The authority of the service's certificate, in PEM. */
  ca: string;
  targets: Readonly<Record<Measured, Target>>;
  /** How long a hold lasts. */
  holdSeconds: number;
  service: ServiceCalls;
  /** Access tokens, with all that each program may do. */
  tokens: Readonly<Record<MachineClientId, GetToken>>;
  tally: Tally;
  /** Aborted when the clients have to stop. */
  signal: AbortSignal;
  /** The addresses of customers who have bought, the last ones. */
  customers: string[];
}

/** Throws when the program does not answer as it must. */
export type Attack = readonly [Work<'attackers'>, () => Promise<void>];
