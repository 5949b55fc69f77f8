import type { ExchangeFault, FaultProxy } from '../faults/fault-proxy';
import type { MailServer } from '@/testing/fakes/mail/mail-server';
import type { StripeServer } from '@/testing/fakes/stripe/stripe-server';
import type { Random } from '../faults/random';
import type { OrderFault, ReserveFault, TicketingServer } from '@/testing/service/service';

export interface FaultPlan {
  ticketing: TicketingServer;
  provider: StripeServer;
  mailbox: MailServer;
  network: Record<string, FaultProxy>;
}

/**
 * Makes a third of the next calls fail in various ways, and some exchanges of the network, too. It only uses
 * faults from which the shop can recover without staff.
 */
export function randomFaults({ ticketing, provider, mailbox, network }: FaultPlan, random: Random): void {
  // Every run has some orders that are made without a response.
  for (let pair = 0; pair < 4; pair += 1) ticketing.orderFaults.push('cut_after', null);
  ticketing.fee = random.pick(['0.00', '0.00', '1.50', '-0.50']);
  provider.slowMilliseconds = random.pick([0, 0, 20]);
  for (let call = 0; call < 300; call += 1) {
    provider.openFaults.push(
      random.chance(0.15) ? random.pick(['error_before', 'error_after', 'other_form', 'busy']) : null,
    );
    ticketing.orderFaults.push(random.chance(0.35) ? orderFault(random) : null);
    ticketing.reserveFaults.push(random.chance(0.25) ? reserveFault(random) : null);
  }
  for (let call = 0; call < 20; call += 1) {
    if (random.chance(0.5))
      provider.refundFaults.push(
        random.pick([
          'cut_after',
          'cut_and_forgotten',
          'pending',
          'error_before',
          'error_after',
          'other_form',
          'busy',
        ]),
      );
    if (random.chance(0.5)) provider.captureFaults.push('cut_after');
    if (random.chance(0.5)) provider.voidFaults.push('cut_after');
    mailbox.refusals.push(451);
  }
  for (const [name, proxy] of Object.entries(network)) {
    // The client waits up to a third of a minute for a mail server that does not answer.
    const swallows = name !== 'mail';
    proxy.otherwise = () => (random.chance(0.03) ? exchangeFault(random, swallows) : null);
  }
}

export function noFaults({ ticketing, provider, mailbox, network }: FaultPlan): void {
  const { openFaults, refundFaults, captureFaults, voidFaults } = provider;
  const { orderFaults, reserveFaults } = ticketing;
  const atProvider = [openFaults, refundFaults, captureFaults, voidFaults];
  const all = [orderFaults, reserveFaults, ...atProvider, mailbox.refusals];
  provider.slowMilliseconds = 0;
  for (const faults of all) faults.length = 0;
  for (const proxy of Object.values(network)) proxy.otherwise = () => null;
}

function orderFault(random: Random): OrderFault {
  const plain: OrderFault = random.pick([
    'cut_before',
    'cut_after',
    'error_before',
    'error_after',
    'garbled_after',
    'busy',
    'refuse',
    'accepted',
    'moved',
    'multi_status',
    'none',
    'some',
    'other',
    'refuse_after',
  ]);
  return random.chance(0.2) ? { lateLooks: random.whole(1, 4) } : plain;
}

function reserveFault(random: Random): ReserveFault {
  return random.pick(['cut_before', 'cut_after', 'error_before', 'error_after', 'sold_out']);
}

function exchangeFault(random: Random, swallows: boolean): ExchangeFault {
  if (swallows && random.chance(0.02)) return { kind: random.pick(['black_hole', 'lose_answer']) };
  const bytes = random.whole(0, 600);
  return random.pick<ExchangeFault>([
    { kind: 'delay', milliseconds: random.whole(1, 30) },
    { kind: 'reset' },
    { kind: 'cut_question', bytes },
    { kind: 'cut_answer', bytes },
  ]);
}
