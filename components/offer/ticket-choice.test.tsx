import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Session } from '@/lib/contract/session';
import { messages } from '@/lib/locale/messages';
import { TicketChoice } from './ticket-choice';

const session = (id: string, hour: string, saleEndsAt: string | null): Session => ({
  '@id': `/v1/sessions/${id}`,
  '@type': 'TicketingSession',
  id,
  duration: 'PT60M',
  occursAt: `2027-06-01T${hour}:00:00+02:00`,
  availableQuantity: null,
  saleEndsAt,
});

function choiceOf(sessions: Session[], name: string): string {
  const ticket = {
    '@id': '/v1/tickets/t',
    '@type': 'TicketingOfferTicket' as const,
    id: 't',
    name,
    description: '',
    dateAccess: false,
    sessions,
  };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <TicketChoice
        ticket={ticket}
        name="session"
        offer={{ date: '2027-06-01', product: {} }}
        timezone="Europe/Paris"
        lang={undefined}
        chosenId={undefined}
        error={undefined}
        waitHrefOf={() => null}
      />
    </NextIntlClientProvider>,
  );
}

it('the times of numbered seats are not headed by the name of the seat', () => {
  const times = [session('a', '10', null), session('b', '14', null)];
  const legendOf = (html: string) => /<legend.*?<\/legend>/.exec(html)?.[0].replaceAll(/<[^>]*>/g, '');
  const seated = times.map((one) => ({ ...one, seatPlan: '/v1/seat-plans/1' }));
  expect(legendOf(choiceOf(times, 'Boat'))).toBe('BoatChoose a time');
  expect(legendOf(choiceOf(seated, 'Seat'))).toBe('Choose a time');
});

it('that a time is available is only read out, and what else is said of it is shown', () => {
  const html = choiceOf(
    [session('a', '10', null), { ...session('b', '14', null), availableQuantity: 5 }],
    'Boat',
  );
  expect(html).toContain('<span class="sr-only">Available</span>');
  expect(html).toContain('<span class="text-small">5 left</span>');
});

it('each time says until when it can be bought, if that is before it begins', () => {
  const html = choiceOf([session('a', '10', '2027-05-31T12:00:00+02:00'), session('b', '14', null)], 'Boat');
  const [first, second] = html.split('<label').slice(1);
  expect(first).toMatch(/On sale until .*31 May.*12:00/);
  expect(second).not.toContain('On sale until');
});
