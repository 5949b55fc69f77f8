import {
  type HttpFault,
  type HttpFaultKind,
  httpFaultKinds,
  type HttpProxy,
} from '@/testing/faults/http-proxy';
import { dealerOf, type Random } from '@/testing/faults/random';
import type { Fault } from '@/testing/fakes/stripe/records';
import type { World, WorldFaults } from './world';

/** The faults of a storm, until it is calm. Each kind is dealt in turn, so that each happens. */
export interface StormFaults extends WorldFaults {
  /** How often there was each fault, by its name. */
  counts: Map<string, number>;
  /** The faults of the proxies, the provider and the mail server begin. */
  begin: (world: World) => void;
  /** From now on there are none. */
  calmDown: (world: World) => void;
}

/** Faults of the provider itself: it keeps its errors under their keys, unlike a gateway. */
const providerFaults = {
  open: ['error_before', 'error_after'],
  refund: ['pending', 'failed', 'error_before', 'error_after'],
} as const satisfies Record<string, readonly Fault[]>;

/** Every fault that a storm of the usual size has, with its name in `counts`. */
export const faultNames: readonly string[] = [
  ...httpFaultKinds.flatMap((kind) => [`service ${kind}`, `provider ${kind}`]),
  'commit before',
  'commit after',
  'webhook lost',
  'webhook refused',
  'webhook late',
  'webhook twice',
  ...providerFaults.open.map((fault) => `provider open: ${fault}`),
  ...providerFaults.refund.map((fault) => `provider refund: ${fault}`),
  'e-mail refused',
  'killed front',
  'killed worker',
  'killed service',
];

const gatewayErrors = [500, 502, 503, 504] as const;
/** Of requests that only read. */
const readFaults = [
  'request_lost',
  'request_slow',
  'answer_lost',
  'answer_cut',
  'error_before',
  'busy',
] as const satisfies readonly HttpFaultKind[];
const webhookFaults = ['lost', 'refused', 'late', 'twice'] as const;
const commitFaults = ['before', 'after'] as const;

/** `rate`: of all requests that may change something, from 0 to 1; of those that only read it is half as much. */
export function stormFaults(random: Random, rate: number): StormFaults {
  const counts: StormFaults['counts'] = new Map();
  let isCalm = true;
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const happens = (probability: number) => !isCalm && random.chance(probability);
  const [nextCommit, nextWebhook] = [dealerOf(random, commitFaults), dealerOf(random, webhookFaults)];
  return {
    random,
    counts,
    atCommit: () => {
      if (!happens(rate / 40)) return null;
      const fault = nextCommit();
      count(`commit ${fault}`);
      return fault;
    },
    onWebhook: async (deliver) => {
      if (!happens(2 * rate)) return deliver();
      const fault = nextWebhook();
      count(`webhook ${fault}`);
      return deliverWith(fault, random, deliver);
    },
    begin: (world) => {
      isCalm = false;
      const { service, provider } = world.proxies;
      service.choose = chooser(random, happens, rate);
      const choose = chooser(random, happens, rate);
      const plan = planner(world, random, rate, count);
      provider.choose = (request) => {
        if (!isCalm) plan();
        return choose(request);
      };
    },
    calmDown: ({ provider, mailbox, proxies }) => {
      isCalm = true;
      for (const planned of [provider.openFaults, provider.refundFaults, mailbox.refusals])
        planned.length = 0;
      for (const [name, proxy] of Object.entries(proxies))
        for (const [kind, times] of proxy.counts) counts.set(`${name} ${kind}`, times);
    },
  };
}

/** Decides about the requests through one proxy. */
function chooser(
  random: Random,
  happens: (probability: number) => boolean,
  rate: number,
): HttpProxy['choose'] {
  const [nextOfChange, nextOfRead] = [dealerOf(random, httpFaultKinds), dealerOf(random, readFaults)];
  return ({ method, path }): HttpFault | null => {
    const isRead = method === 'GET';
    if (path === '/readyz' || !happens(isRead ? rate / 2 : rate)) return null;
    const kind = isRead ? nextOfRead() : nextOfChange();
    // Some outlast the patience of the shop.
    const longest = kind === 'request_late' ? 1_500 : random.chance(0.05) ? 7_000 : 900;
    return { kind, milliseconds: random.whole(20, longest), status: random.pick(gatewayErrors) };
  };
}

/** Plans the next faults of the provider itself and of the mail server; called at each request. */
function planner(
  { provider, mailbox }: World,
  random: Random,
  rate: number,
  count: (name: string) => void,
): () => void {
  const next = {
    open: dealerOf(random, providerFaults.open),
    refund: dealerOf(random, providerFaults.refund),
  };
  const planned = { open: provider.openFaults, refund: provider.refundFaults };
  return () => {
    for (const kind of ['open', 'refund'] as const) {
      // The last one waits for a request: what was before it has happened.
      if (planned[kind].length > 0) continue;
      const fault = random.chance(2 * rate) ? next[kind]() : null;
      planned[kind].push(fault);
      if (fault !== null) count(`provider ${kind}: ${fault}`);
    }
    if (mailbox.refusals.length > 0 || !random.chance(rate / 4)) return;
    mailbox.refusals.push(451);
    count('e-mail refused');
  };
}

async function deliverWith(
  fault: (typeof webhookFaults)[number],
  random: Random,
  deliver: () => Promise<boolean>,
): Promise<boolean> {
  // A delivery that nobody waits for may find no process.
  const later = () => void deliver().catch(() => undefined);
  switch (fault) {
    case 'lost':
      return true;
    case 'refused':
      return false;
    case 'late':
      setTimeout(later, random.whole(100, 6_000));
      return true;
    case 'twice': {
      const [first] = await Promise.all([deliver(), deliver()]);
      setTimeout(later, random.whole(100, 1_000));
      return first;
    }
  }
}
