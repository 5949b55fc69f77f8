import type { StaffCancellationView } from '@/components/staff/order/order-view';

/** A cancellation that is done, as staff see it: of one ticket for 30.00, without a refund. */
export const shownCancellation = (changes: Partial<StaffCancellationView> = {}): StaffCancellationView => ({
  id: 'c-1',
  state: 'done',
  tickets: ['/t/1'],
  amount: '30.00',
  returned: null,
  reference: null,
  document: null,
  refund: null,
  settledAs: null,
  problem: null,
  reason: 'ill',
  staff: null,
  createdAt: new Date('2026-01-01T12:00:00Z'),
  rebookedTo: null,
  rebookedReference: null,
  parts: [],
  isEnded: true,
  cameBack: false,
  wholeAt: null,
  isGoodwill: false,
  ...changes,
});
