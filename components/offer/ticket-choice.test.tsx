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

it('each time says until when it can be bought, if that is before it begins', () => {
  const ticket = {
    '@id': '/v1/tickets/t',
    '@type': 'TicketingOfferTicket' as const,
    id: 't',
    name: 'Boat',
    description: '',
    dateAccess: false,
    sessions: [session('a', '10', '2027-05-31T12:00:00+02:00'), session('b', '14', null)],
  };
  const html = renderToStaticMarkup(
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
  const [first, second] = html.split('<label').slice(1);
  expect(first).toMatch(/On sale until .*31 May.*12:00/);
  expect(second).not.toContain('On sale until');
});
