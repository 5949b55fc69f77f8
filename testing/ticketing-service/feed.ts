import type { Feed } from '@/lib/contract/feed';

/** A small issuer: a boat with two departures a day, and a museum by date, with one product for both. */
export function boatAndMuseum(
  change: Partial<{
    boatCapacity: number | null;
    offerCapacity: number | null;
    price: string;
    /** Of the product of both. */
    cancellation: Feed['products'][number]['cancellation'];
    rebooking: Feed['products'][number]['rebooking'];
  }> = {},
): Feed {
  const days = ['2027-06-01', '2027-06-02', '2027-06-03'];
  const capacity = change.boatCapacity === undefined ? 50 : change.boatCapacity;
  const price = change.price ?? '36.00';
  return {
    format: 'ticketing-feed/1',
    catalog: {
      key: 'river',
      name: { en: 'River line', fr: 'Ligne du fleuve' },
      language: 'en',
      timezone: 'Europe/Paris',
      issuer: { name: 'River line SA', address: '1 quay, Lyon', email: 'hello@river.test' },
    },
    forms: [
      {
        key: 'guests',
        fields: [
          {
            code: 'diet',
            label: { en: 'Diet', fr: 'Régime' },
            type: 'choice',
            options: [{ code: 'none', label: { en: 'None' } }],
          },
          { code: 'age', label: { en: 'Age' }, type: 'number', required: true, min: 0, max: 120 },
        ],
      },
    ],
    events: events(days, capacity),
    products: products(days, price, change.offerCapacity ?? null).map((product) =>
      product.key === 'both'
        ? { ...product, cancellation: change.cancellation ?? null, rebooking: change.rebooking ?? null }
        : product,
    ),
  };
}

function events(days: readonly string[], capacity: number | null): Feed['events'] {
  return [
    {
      key: 'boat',
      name: { en: 'Boat', fr: 'Bateau' },
      description: { en: 'An hour on the river', fr: 'Une heure sur le fleuve' },
      venue: { name: 'Quay 3', address: '3 quay, Lyon' },
      sessions: days.flatMap((day) => [
        { key: `${day}-10`, occursAt: `${day}T10:00:00+02:00`, duration: 'PT60M', capacity },
        {
          key: `${day}-14`,
          occursAt: `${day}T14:30:00+02:00`,
          duration: 'PT60M',
          capacity,
          tag: 'afternoon',
        },
      ]),
    },
    { key: 'museum', name: { en: 'Museum', fr: 'Musée' }, sessions: [] },
    {
      key: 'walk',
      name: { en: 'Walk', fr: 'Promenade' },
      sessions: days.map((day) => ({ key: day, occursAt: `${day}T09:00:00+02:00`, capacity: null })),
    },
  ];
}

function products(days: readonly string[], price: string, capacity: number | null): Feed['products'] {
  return [
    {
      key: 'both',
      name: { en: 'Boat and museum', fr: 'Bateau et musée' },
      description: { en: '<p>Both</p>', fr: '<p>Les deux</p>' },
      vatRate: 0.2,
      tickets: [
        { key: 'boat', name: { en: 'Boat', fr: 'Bateau' }, event: 'boat', dateAccess: false },
        { key: 'museum', name: { en: 'Museum', fr: 'Musée' }, event: 'museum', dateAccess: true },
      ],
      offers: days.map((date) => ({ date, price, capacity })),
    },
    {
      key: 'afternoon',
      name: { en: 'Afternoon boat', fr: 'Bateau de l’après-midi' },
      tickets: [
        {
          key: 'boat',
          name: { en: 'Boat', fr: 'Bateau' },
          event: 'boat',
          dateAccess: false,
          tag: 'afternoon',
        },
      ],
      offers: days.map((date) => ({ date, price: '20.00', originalPrice: '25.00', capacity: 30 })),
    },
    {
      key: 'walk',
      name: { en: 'Walk', fr: 'Promenade' },
      vatRate: 0.1,
      realtimePriceRequired: true,
      forms: ['guests'],
      productBase: 'walks',
      tickets: [{ key: 'walk', name: { en: 'Walk', fr: 'Promenade' }, event: 'walk', dateAccess: false }],
      offers: days.map((date) => ({ date, price: '0.00', capacity: null })),
    },
  ];
}
