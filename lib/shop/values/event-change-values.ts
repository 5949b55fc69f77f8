/**
 * `refund`: all tickets are cancelled and refunded, and the holders are told. `rebook`: all tickets of the session are
 * exchanged for the same ones of another session, and the holders are told. `notify`: the holders are told.
 */
export const eventChangeActions = ['refund', 'rebook', 'notify'] as const;
export type EventChangeAction = (typeof eventChangeActions)[number];

/** What the reasons of tasks about changed orders begin with; the problem follows. */
export const changedOrderReason = 'changed_order_';
