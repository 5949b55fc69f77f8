import { describe, expect, it } from 'vitest';
import { done, draftWith, event, product } from '@/testing/setup/drafts';
import { eventOf } from '../../../setup/event-view';
import { changeEvent } from '../../../setup/events';
import { productOf } from '../../../setup/product-view';
import { eventValues, typedEvent } from './event-fields';
import { tariffValues } from './save-tariff';
import { textField, textsOfThing, textValues } from './save-texts';
import type { Typed } from './typed';

const picture = {
  contentUrl: 'https://example.com/boat.jpg',
  width: 1600,
  height: 900,
  alternative: { en: 'A boat', fr: 'Un bateau' },
  credit: 'Ada',
  focalPoint: { x: 0.6, y: 0.3 },
};

const draft = draftWith({
  events: [
    event({
      name: { en: 'Concert', fr: 'Concert du soir' },
      description: { en: 'An evening' },
      venue: {
        name: 'Quay 3',
        address: '3 quay',
        position: { latitude: 45.76, longitude: 4.84 },
        images: [picture],
      },
      images: [picture, { ...picture, credit: null }],
      languages: ['en', 'ja'],
      accessibility: ['step_free'],
      category: 'music',
      meetingPoint: { en: 'At the fountain' },
      minimumAge: 12,
      ofNewerRelease: true,
    }),
  ],
  products: [
    product(
      { '2027-06-01': '12.00' },
      { cancellation: { deadlineHours: 24, share: 0.8 }, maximumQuantity: 6, minimumQuantity: 2 },
    ),
  ],
});
const concert = eventOf(draft, 'concert');

/** What the service would get if the form of the event was sent with this. */
function saved(typed: Typed): Record<string, unknown> {
  const { draft: changed } = done(changeEvent(draft, 'concert', typedEvent(draft, concert, typed, null)));
  return changed.events[0] as Record<string, unknown>;
}

describe('the form of an event', () => {
  it('sent as it is shown changes nothing, also not what it does not have', () => {
    const { arrivalWindow, included, ...others } = saved(eventValues(draft, concert));
    expect(others).toEqual(draft.events[0]);
    expect({ arrivalWindow, included }).toEqual({ arrivalWindow: false, included: null });
  });

  it('sent as browsers do keeps no-break spaces, line ends, the order of languages, and those without a box', () => {
    const text = 'Qui est là\u202f?\nDemain\u00a0: rien';
    const texts = { fr: text, en: 'Who is there' };
    const languages = ['ja', 'fr', 'de'];
    const old = draftWith({
      catalog: { language: 'fr' },
      events: [event({ name: texts, description: texts, included: texts, languages, images: [] })],
    });
    const view = eventOf(old, 'concert');
    const sent = {
      ...eventValues(old, view),
      description: [text.replace('\n', '\r\n')],
      languages: ['de', 'fr'],
    };
    const after = done(changeEvent(old, 'concert', typedEvent(old, view, sent, null))).draft.events[0];
    expect(after).toMatchObject({ name: texts, description: texts, included: texts, languages });
    expect(JSON.stringify(after)).toContain(JSON.stringify(texts));
  });

  it('writes the language of the catalogue, and leaves the others', () => {
    const values = eventValues(draft, concert);
    expect(saved({ ...values, name: ['Evening'] })['name']).toEqual({ en: 'Evening', fr: 'Concert du soir' });
    expect(saved({ ...values, description: [''] })['description']).toEqual({});
  });

  it('has the place that was chosen, a new one, or none', () => {
    const values = eventValues(draft, concert);
    expect(saved({ ...values, place: [''] })['venue']).toBeNull();
    const place = { placeName: ['Hall'], placeLatitude: ['45,5'], placeLongitude: ['4.8'] };
    const position = { latitude: 45.5, longitude: 4.8 };
    expect(saved({ ...values, ...place, place: ['new'] })['venue']).toEqual({
      name: 'Hall',
      address: '',
      position,
    });
    // Half of a position is refused, and not guessed.
    const half = typedEvent(
      draft,
      concert,
      { ...values, ...place, placeLongitude: [''], place: ['new'] },
      null,
    );
    expect(changeEvent(draft, 'concert', half)).toMatchObject({
      problems: [{ field: 'place.position', problem: 'invalid' }],
    });
  });

  it('without an address takes the first picture away, and keeps the second', () => {
    const images = saved({ ...eventValues(draft, concert), imageAddress: [''] })['images'];
    expect(images).toEqual([{ ...picture, credit: null }]);
  });
});

it('the form of a tariff contains what the tariff has', () => {
  expect(tariffValues(draft, productOf(draft, 'seat'))).toMatchObject({
    name: ['Seat'],
    vatRate: ['10'],
    minimumQuantity: ['2'],
    maximumQuantity: ['6'],
    cancellationHours: ['24'],
    cancellationShare: ['80'],
    rebookingHours: [''],
  });
  expect(tariffValues(draft, null, 'concert')).toEqual({ minimumQuantity: ['1'], events: ['concert'] });
});

it('an event and a tariff with the same key have texts of their own', () => {
  const other = draftWith({ products: [product({}, { key: 'concert', name: { en: 'Adult' } })] });
  const [name] = textsOfThing(other, 'products/concert');
  expect(name?.texts).toEqual({ en: 'Adult' });
  expect(textsOfThing(other, 'events/concert')[0]?.texts).toEqual({ en: 'Concert' });
  expect(textsOfThing(other, 'catalog/')[0]?.texts).toEqual({ en: 'Quay concerts' });
  expect(name && textValues([name])[textField(name, 0, 'en')]).toEqual(['Adult']);
});
