import { describe, expect, it } from 'vitest';
import type { TicketView } from '@/lib/storefront/common/order/order-tickets';
import { visitorsOf } from './visitors';

const line = (productName: string): TicketView['line'] => ({
  catalogId: 'c',
  catalogName: 'Museum',
  timezone: 'Europe/Paris',
  productId: 'p',
  productName,
  date: '2027-06-01',
  quantity: 2,
  unitAmount: '12.00',
  totalAmount: '24.00',
  tickets: [],
});
const [combined, boat] = [line('Museum and boat'), line('Boat')];

const ticket = (reference: string, of: Pick<TicketView, 'line' | 'unit'>, name?: string): TicketView => ({
  ...of,
  id: reference,
  holder: name ?? 'Ada Martin',
  isNamed: name !== undefined,
  reference,
  codeImage: null,
  code: null,
  status: 'valid',
  giftCard: null,
  ticket: { name: '', occursAt: null, sessionName: null, event: null },
});

const references = (tickets: readonly TicketView[]) =>
  visitorsOf(tickets).map((own) => own.map(({ reference }) => reference).join(' '));

describe('the tickets of a visitor', () => {
  it('are those of one unit, wherever they stand among the others', () => {
    const all = [
      ticket('M1', { line: combined, unit: 0 }),
      ticket('M2', { line: combined, unit: 1 }),
      ticket('B2', { line: combined, unit: 1 }),
      ticket('B1', { line: combined, unit: 0 }),
      ticket('X1', { line: boat, unit: 0 }),
    ];
    expect(references(all)).toEqual(['M1 B1', 'M2 B2', 'X1']);
  });

  it('are all with one name, but the name of the customer is nobody’s own', () => {
    const all = [
      ticket('M1', { line: combined, unit: 0 }, 'Grace Hopper'),
      ticket('X1', { line: boat, unit: 0 }),
      ticket('X2', { line: boat, unit: 1 }, 'Grace Hopper'),
      ticket('B1', { line: combined, unit: 0 }, 'Grace Hopper'),
      ticket('M2', { line: combined, unit: 1 }),
    ];
    expect(references(all)).toEqual(['M1 X2 B1', 'X1', 'M2']);
  });

  it('are none of nothing', () => {
    expect(visitorsOf([])).toEqual([]);
  });
});
