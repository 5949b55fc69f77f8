import { expect, it } from 'vitest';
import type { FoundEvent } from '../../../discovery/listing';
import { cardView } from './card-view';

const days = [{ first: '2027-06-01', last: '2027-06-30' }];
const found = (place: string, afternoon: typeof days): FoundEvent => ({
  catalog: { id: 'c', name: 'Lormeau Museum', lang: undefined, timezone: 'Europe/Paris' },
  event: {
    '@id': '/v1/e',
    '@type': 'TicketingEvent',
    id: 'e',
    name: 'Tour',
    description: '',
    venue: { name: place, address: '' },
  },
  booking: {
    status: 'on_sale',
    days,
    daysByPart: { morning: days, afternoon, evening: [] },
    nextSessionAt: '2027-06-01T10:00:00+02:00',
    fromPrice: '9.00',
    nextAvailableQuantity: 1,
    productIds: [],
  },
  day: '2027-06-01',
});

it('a card names the organiser where the place does not, and knows whether a day goes on after its first time', () => {
  expect(cardView(found('Musée Lormeau', []))).toMatchObject({ house: '', hasLaterParts: false });
  expect(cardView(found('The quay', days))).toMatchObject({ house: 'Lormeau Museum', hasLaterParts: true });
});
