import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { IncidentView } from '../../order/incident-view';
import { IncidentList } from './incident-list';
import { TicketBlock } from './ticket-block';

const incident = (changes: Partial<IncidentView>): IncidentView => ({
  id: 'du_1',
  kind: 'dispute',
  status: 'open',
  amount: '36.00',
  currency: 'EUR',
  fundsWithdrawn: false,
  answerDueAt: null,
  answered: false,
  openedAt: new Date(0),
  acknowledgedAt: null,
  ...changes,
});

const act = () => Promise.resolve();

const html = (page: ReactNode): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      {page}
    </NextIntlClientProvider>,
  );

describe('an incident on the staff page', () => {
  const list = (changes: Partial<IncidentView>) =>
    html(<IncidentList incidents={[incident(changes)]} checkoutId="c-1" isOver={false} acknowledge={act} />);

  it('has its sentence, and a button when staff can deal with it', () => {
    const open = list({});
    expect(open).toContain('Answer at the payment provider before its deadline');
    expect(open).toContain('Answered, or will not be');
    expect(open).toContain('name="reason" value="dispute_open"');
    expect(list({ answerDueAt: new Date(0) })).toContain('answer by 1 Jan 1970');
    for (const atBank of [{ acknowledgedAt: new Date(1) }, { answered: true }]) {
      expect(list(atBank)).not.toContain('<button');
      expect(list(atBank)).toContain('nothing to do until the bank has decided');
    }
    expect(list({ acknowledgedAt: new Date(1) })).toContain('answered, or not to be answered');
    const lost = list({ status: 'lost', fundsWithdrawn: true });
    expect(lost).toContain('It is dealt with');
    expect(lost).toContain('name="taskKey" value="du_1"');
    expect(lost).toContain('taken the amount');
    const dealtWith = list({ status: 'lost', acknowledgedAt: new Date(1) });
    expect(dealtWith).not.toContain('<button');
    expect(dealtWith).toContain('dealt with on');
  });

  it('asks of a failed refund how the money was given back, and of nothing else', () => {
    const failed = list({ kind: 'refund_failed' });
    expect(failed).toMatch(/<select[^>]*required/);
    const ways = [...failed.matchAll(/<option value="(\w+)"/g)].map(([, way]) => way);
    expect(ways).toEqual(['cash', 'terminal', 'other']);
    expect(list({})).not.toContain('<select');
  });

  it('explains for a failed refund what the button tells the customer', () => {
    expect(list({ kind: 'refund_failed' })).toContain('Given back another way');
    expect(list({ kind: 'refund_failed', status: 'settled' })).not.toContain('<button');
  });

  it('says of a failed refund that the money went back otherwise, not how: several refunds may have done it', () => {
    const settled = list({ kind: 'refund_failed', status: 'settled' });
    expect(settled).toContain('the money went back with another one');
    expect(list({ kind: 'refunded_at_provider' })).toContain('Refunded at the payment provider');
  });
});

describe('the block of tickets', () => {
  const block = { blockedAt: new Date(0), asked: 'cancel', changed: 2, refused: 0, failed: 0 } as const;
  const shown = (props: Partial<Parameters<typeof TicketBlock>[0]>) =>
    html(<TicketBlock checkoutId="c-1" incidents={[]} block={null} change={act} {...props} />);

  it('can be requested for a lost dispute only, with a box to tick', () => {
    expect(shown({})).toBe('');
    expect(shown({ incidents: [incident({ status: 'won' })] })).toBe('');
    const form = shown({ incidents: [incident({ status: 'lost' })] });
    expect(form).toMatch(/<input type="checkbox" required="" [^>]*name="confirmed" value="yes"/);
  });

  it('shows what the ticket service did, and offers to ask again where it did not answer', () => {
    expect(shown({ block })).toContain('2 tickets are cancelled at the ticket service.');
    expect(shown({ block })).not.toContain('Ask the ticket service again');
    const failed = shown({ block: { ...block, changed: 0, refused: 1, failed: 1 } });
    expect(failed).toContain('Tell the venue');
    expect(failed).toContain('Ask the ticket service again');
    expect(shown({ block: { ...block, asked: null, changed: null, refused: null, failed: null } })).toContain(
      'It is not known',
    );
    expect(shown({ block: { ...block, asked: 'restore', failed: 1 } })).toContain('stay blocked');
  });
});
