/**
 * `refund`: all tickets are cancelled and refunded, and the holders are told. `rebook`: all tickets of the session are
 * exchanged for the same ones of another session, and the holders are told. `notify`: the holders are told.
 */
export const eventChangeActions = ['refund', 'rebook', 'notify'] as const;
export type EventChangeAction = (typeof eventChangeActions)[number];

/** What the reasons of tasks about changed orders begin with; the problem follows. */
export const changedOrderReason = 'changed_order_';

/** The key of such a task; the SQL of `event-change-store.ts` makes it, too. */
export const changedOrderKey = ({ changeId, orderId }: { changeId: string; orderId: string }): string =>
  `${changeId}/${orderId}`;

/** The change that such a task is about. */
export const changeOfKey = (key: string): string => key.split('/')[0] ?? '';
