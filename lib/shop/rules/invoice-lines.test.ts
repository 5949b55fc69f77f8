import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../contract/order';
import type { CreditReason, InvoiceContent, InvoiceLine } from '../../invoice/invoice-document';
import { taxedLines, taxGroups, totalOfLines } from '../../invoice/tax-groups';
import { amountExclTax, fromCents, subtractAmounts, sumAmounts, toCents } from '../../money/money';
import { invoiceDocument } from '@/testing/invoice/invoice-document';
import { correctedContent, creditContent, creditLines, leftLines, linesOfOrder } from './invoice-lines';

interface Sold {
  readonly unit: number;
  readonly quantity: number;
  readonly discount: number;
  readonly rate: string | null;
}

/** An order of such items, with a ticket for each unit; its amounts without tax are rounded for each unit, as servers do it. */
function orderOf(sold: readonly Sold[]): Order {
  const items = sold.map(({ unit, quantity, discount, rate }, index) => {
    const net = (cents: number) => (rate === null ? fromCents(cents) : amountExclTax(fromCents(cents), rate));
    const netOfUnits = sumAmounts(Array.from({ length: quantity }, () => net(unit)));
    return {
      unitAmountInclTax: fromCents(unit),
      unitAmountExclTax: net(unit),
      quantity,
      totalAmountInclTax: fromCents(unit * quantity - discount),
      totalAmountExclTax: subtractAmounts(netOfUnits, net(discount)),
      offer: '/offer',
      product: '/product',
      offerTickets: [{ ticket: '/ticket' }],
      vatRate: rate,
      tickets: Array.from({ length: quantity }, (_, one) => `${index} ${one}`),
    };
  });
  return {
    '@id': '/order',
    '@type': 'BookingOrder',
    id: 'order',
    createdAt: '2027-06-01T12:00:00Z',
    organization: '/organization',
    reference: 'R',
    externalReference: null,
    totalAmountInclTax: sumAmounts(items.map((item) => item.totalAmountInclTax)),
    totalAmountExclTax: sumAmounts(items.map((item) => item.totalAmountExclTax)),
    reservation: '/reservation',
    customer: [],
    items,
    documents: [],
  };
}

const described = () => ({ text: 'A ticket', details: '' });
const invoiceOf = (sold: readonly Sold[], number = 'S1-2027-000001') => ({
  number,
  content: {
    ...invoiceDocument().content,
    lines: taxedLines(linesOfOrder(orderOf(sold), described, String)),
  },
});
const taxes = (lines: readonly InvoiceLine[]) =>
  taxGroups(lines).map((group) => [group.rate, group.amountExclTax, group.tax]);

describe('the tax of an invoice', () => {
  it.each([
    [[{ unit: 1100, quantity: 5, discount: 1650, rate: '0.1' }], [['0.1', '35.00', '3.50']]],
    [[{ unit: 1155, quantity: 3, discount: 0, rate: '0.1' }], [['0.1', '31.50', '3.15']]],
    [[{ unit: 1350, quantity: 1, discount: 0, rate: '0.1' }], [['0.1', '12.27', '1.23']]],
    [
      [
        { unit: 1925, quantity: 1, discount: 0, rate: '0.1' },
        { unit: 1925, quantity: 1, discount: 0, rate: '0.10' },
        { unit: 1200, quantity: 1, discount: 0, rate: '0.2' },
      ],
      [
        ['0.2', '10.00', '2.00'],
        ['0.1', '35.00', '3.50'],
      ],
    ],
  ])('is rounded once for each rate: %o', (sold, expected) => {
    expect(taxes(invoiceOf(sold).content.lines)).toEqual(expected);
  });

  it('is not computed where the server does not tell the rate', () => {
    const { lines } = invoiceOf([{ unit: 1155, quantity: 3, discount: 0, rate: null }]).content;
    expect(taxes(lines)).toEqual([[null, '34.65', '0.00']]);
  });
});

const purchases = fc
  .array(
    fc.record({
      unit: fc.integer({ min: 1, max: 20_000 }),
      quantity: fc.integer({ min: 1, max: 6 }),
      share: fc.double({ min: 0, max: 0.9, noNaN: true }),
      rate: fc.constantFrom('0.2', '0.1', '0.055', '0.021', '0', null),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((items) =>
    items.map(({ share, ...item }) => ({ ...item, discount: Math.floor(item.unit * item.quantity * share) })),
  );

type Issued = { readonly number: string; readonly content: InvoiceContent };

/** What is left of an invoice after its credit notes, as lines. */
const left = (invoice: Issued, notes: readonly Issued[]) =>
  leftLines(
    invoice.content.lines,
    notes.filter(({ content }) => content.earlier === invoice.number).map(({ content }) => content.lines),
    String,
  );

/** What a server pays back for each ticket: what of the price of its item adds up to the whole, in any division. */
const refundOf = (order: Order, tickets: readonly string[]) =>
  sumAmounts(
    order.items.map(({ totalAmountInclTax, quantity, tickets: all = [] }) => {
      const upTo = (count: number) => Math.floor((toCents(totalAmountInclTax) * count) / quantity);
      const own = all.map((one, index) => (tickets.includes(one) ? upTo(index + 1) - upTo(index) : 0));
      return fromCents(own.reduce((sum, cents) => sum + cents, 0));
    }),
  );

/** The documents, when these tickets are cancelled in each step, and the invoice is replaced before the step `corrected`. */
function cancelledInSteps(sold: readonly Sold[], steps: readonly (readonly string[])[], corrected: number) {
  const order = orderOf(sold);
  let invoice: Issued = invoiceOf(sold);
  const invoices = [invoice];
  const notes: Issued[] = [];
  const credit = (reason: CreditReason, lines: readonly InvoiceLine[]) => {
    const content = creditContent(invoice, { reason, lines, left: left(invoice, notes) }, 'Rounding');
    notes.push({ number: `note ${notes.length}`, content });
  };
  for (const [step, tickets] of steps.entries()) {
    const before = left(invoice, notes);
    if (step === corrected) {
      credit('corrected', before);
      invoice = { number: 'S1-2027-000002', content: correctedContent(invoice, before, []) };
      invoices.push(invoice);
    }
    const refunded = refundOf(order, tickets);
    const cancelled = { order, tickets, refunded, exchanged: '0.00' };
    credit('cancelled', creditLines(cancelled, invoice.content.lines));
    for (const { rate, amount, amountExclTax: net } of taxGroups(left(invoice, notes)))
      if (rate !== null) expect(net).toBe(amountExclTax(amount, rate));
  }
  return { invoices, notes };
}

describe('credit notes', () => {
  it('leave nothing of net and tax at any rate, when everything is cancelled in any number of steps', () => {
    const places = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(purchases, places, fc.integer({ min: 0, max: 4 }), (sold, places, corrected) => {
        const tickets = orderOf(sold).items.flatMap((item) => item.tickets ?? []);
        const inStep = (step: number) => tickets.filter((_, index) => places[index] === step);
        const steps = [0, 1, 2, 3].map(inStep).filter((one) => one.length > 0);
        const { invoices, notes } = cancelledInSteps(sold, steps, corrected);
        const linesOf = (documents: readonly Issued[]) => documents.flatMap(({ content }) => content.lines);
        const all = linesOf(invoices);
        expect(totalOfLines(linesOf(notes))).toBe(totalOfLines(all));
        expect(taxes(linesOf(notes)).filter(isSome)).toEqual(taxes(all).filter(isSome));
      }),
      { numRuns: 300 },
    );
  });

  it('name the share of the cancelled tickets in what a gift card has taken off', () => {
    const sold = [{ unit: 1000, quantity: 3, discount: 1580, rate: '0.1' }];
    const order = orderOf(sold);
    const discount = { amount: '15.80', by: 'giftCard' as const };
    const invoiced = invoiceOf(sold).content.lines.map((line) => ({ ...line, discount }));
    const cancelled = { order, tickets: ['0 1'], refunded: '4.73', exchanged: '0.00' };
    const [line] = creditLines(cancelled, invoiced);
    expect(line).toMatchObject({ quantity: 1, amount: '4.73', discount: { amount: '5.27', by: 'giftCard' } });
  });

  it('take back all of an invoice whose tax was rounded for each item', () => {
    const [first, second] = invoiceOf([
      { unit: 1925, quantity: 1, discount: 0, rate: '0.1' },
      { unit: 1925, quantity: 1, discount: 0, rate: '0.1' },
    ]).content.lines;
    if (first === undefined || second === undefined) throw new Error('no lines');
    const lines = [first, second].map((line) => ({ ...line, amountExclTax: '17.51' }));
    const old = { number: 'S1-2027-000001', content: { ...invoiceDocument().content, lines } };
    const part = creditContent(old, { reason: 'cancelled', lines: [first], left: lines }, 'Rounding');
    const rest = leftLines(lines, [part.lines], String);
    expect(taxes(rest)).toEqual([['0.1', '17.50', '1.75']]);
    const whole = creditContent(old, { reason: 'corrected', lines, left: lines }, 'Rounding');
    expect(taxes(whole.lines)).toEqual([['0.1', '35.02', '3.48']]);
    expect(taxes(correctedContent(old, lines, []).lines)).toEqual([['0.1', '35.00', '3.50']]);
  });
});

const isSome = ([, net, tax]: (string | null)[]) => net !== '0.00' || tax !== '0.00';
