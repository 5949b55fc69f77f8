import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import type { ShownTicket } from '@/lib/storefront/common/order/order-tickets';
import { ChooseUnits } from './choose-units';
import { ChosenUnits } from './chosen-units';
import { ConfirmUnits } from './confirm-units';
import { Confirmed } from '../order/confirmed';
import { SharedTicket } from '../ticket/shared-ticket';

type CalledOff = 'cancelled' | 'postponed' | undefined;

const shownTicket = (calledOff: CalledOff, status: ShownTicket['status'] = 'valid'): ShownTicket => {
  const ticket = {
    name: 'Tour',
    occursAt: '2027-06-01T10:00:00+02:00',
    sessionName: null,
    event: null,
    ...(calledOff === undefined ? {} : { calledOff }),
  };
  return {
    id: 't-1',
    holder: 'Ada Martin',
    reference: 'ABCD',
    unit: 0,
    isNamed: false,
    codeImage: null,
    giftCard: null,
    code: null,
    status,
    ticket,
    shareLink: null,
    walletLinks: { apple: null, google: null },
    line: {
      catalogId: 'c',
      catalogName: 'Boats',
      timezone: 'Europe/Paris',
      date: '2027-06-01',
      productId: 'p',
      productName: 'Adult',
      quantity: 1,
      unitAmount: '24.00',
      totalAmount: '24.00',
      tickets: [ticket],
    },
  };
};

function textOf(page: ReactNode): string {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      {page}
    </NextIntlClientProvider>,
  );
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const done = () => Promise.resolve();
const told = 'We tell you by e-mail what happens to your ticket.';
const visit = 'Tour, Tuesday 1 June 2027, 10:00';

describe('the page of an order', () => {
  const order = (...tickets: ShownTicket[]) =>
    textOf(
      <Confirmed
        view={{
          checkout: {
            id: 'c-1',
            reference: 'K7MQ-3XTD',
            total: '24.00',
            credit: '0.00',
            reason: null,
            settledAs: null,
            invoice: null,
            customer: null,
          },
          items: [],
          fees: '0.00',
          total: '24.00',
          credit: '0.00',
          due: '24.00',
          back: '0.00',
          returned: '0.00',
          voucher: null,
          payments: [],
          orders: [{ id: 'o-1', reservationId: 'r-1', reference: 'S-1', data: { documents: ['/d/2'] } }],
          incidents: [],
          cancellations: [],
          block: null,
          confirmation: null,
          invoices: [],
        }}
        tickets={tickets}
        left={[]}
        visits={[]}
        cancelPath={null}
        rebookPath={null}
        invoices={{ correct: (state) => Promise.resolve(state), answer: null }}
        emailAgain={{ action: done, answer: null, limits: { minutes: 5, mostADay: 5 } }}
      />,
    );

  it.each(['cancelled', 'postponed'] as const)('begins with what the organiser has %s', (what) => {
    const page = order(shownTicket(what), shownTicket(what), shownTicket(undefined));
    expect(page).toMatch(
      new RegExp(`^The organiser has ${what} this date\\. ${told} ${visit} Here are your tickets`),
    );
  });

  it('names what was cancelled and what was postponed apart', () => {
    const page = order(shownTicket('postponed'), shownTicket('cancelled'));
    expect(page).toMatch(/^The organiser has cancelled .* The organiser has postponed .* Here are/);
  });

  it('says it of valid tickets only', () => {
    for (const tickets of [
      [shownTicket(undefined)],
      [shownTicket('cancelled', 'cancelled'), shownTicket(undefined)],
    ])
      expect(order(...tickets)).toMatch(/^Here are your tickets/);
  });
});

describe('the page of one ticket', () => {
  const shared = (ticket: ShownTicket) =>
    textOf(<SharedTicket token="t" ticket={ticket} walletLinks={ticket.walletLinks} accent="cobalt" />);

  it('says to show its code, and instead that the organiser has called it off', () => {
    expect(shared(shownTicket(undefined))).toContain('Show this code at the entrance');
    const page = shared(shownTicket('cancelled'));
    expect(page).toMatch(/^Your ticket The organiser has cancelled this date\./);
    expect(page).not.toContain('Show this code');
  });
});

describe('the forms that cancel tickets', () => {
  const unit = (calledOff: CalledOff, obstacle: UnitView['obstacle'] = null): UnitView => ({
    key: 'o-1/0',
    orderId: 'o-1',
    references: ['T-1'],
    holder: 'Ada Martin',
    tickets: ['t-1'],
    paid: '24.00',
    refund: '19.20',
    returned: '0.00',
    obstacle,
    isExchanged: false,
    until: '2027-06-01T08:00:00Z',
    rebooking: { obstacle: null, until: null, returned: '0.00', mostBack: '0.00' },
    line: shownTicket(calledOff).line,
  });
  const choose = (of: UnitView) =>
    textOf(<ChooseUnits action="/cancel" units={[of]} mayOverride={false} isEmpty={false} />);
  const about = (of: UnitView) => ({ checkoutId: 'c', chosen: [of], isCounter: false });
  const confirm = (of: UnitView) => textOf(<ConfirmUnits {...about(of)} action={done} back="/back" />);
  const said = 'The organiser has postponed this date.';

  it('say at the unit that the organiser has called it off, to customers and staff', () => {
    expect(choose(unit('postponed'))).toContain(`Tour , Tuesday 1 June 2027, 10:00 ${said}`);
    expect(textOf(<ChosenUnits {...about(unit('postponed'))} isStaff />)).toContain(said);
    expect(choose(unit('postponed', 'CANCELLED'))).not.toContain('The organiser');
  });

  it('tell the customer, before the amount by the rule, that an e-mail says what follows', () => {
    const page = confirm(unit('postponed'));
    expect(page).toMatch(new RegExp(`^The organiser has postponed this date\\. ${told} ${visit} .*€19\\.20`));
    expect(confirm(unit(undefined))).not.toContain('The organiser');
  });
});
