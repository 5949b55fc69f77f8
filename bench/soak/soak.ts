import type { GetToken } from '@/lib/client/token';
import type { MachineClientId } from '../../demo/identity/clients';
import type { ServiceCalls } from './service-calls';
import type { Target } from './sockets';
import type { Measured, Tally, Work } from './tally';

/** The data that every client needs: the addresses of the programs, and the counters. */
export interface Soak {
  /** Addresses without a slash at the end. */
  shopUrl: string;
  serviceUrl: string;
  demoUrl: string;
  /** The certificate authority of the service, in PEM. */
  ca: string;
  targets: Readonly<Record<Measured, Target>>;
  /** How long a hold lasts. */
  holdSeconds: number;
  service: ServiceCalls;
  /** Access tokens, with all scopes of each program. */
  tokens: Readonly<Record<MachineClientId, GetToken>>;
  tally: Tally;
  /** Aborted when the clients have to stop. */
  signal: AbortSignal;
  /** The e-mail addresses of the last customers who have bought. */
  customers: string[];
}

/** Throws if the program does not answer as expected. */
export type Attack = readonly [Work<'attackers'>, () => Promise<void>];
