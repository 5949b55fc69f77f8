import { getMessages, getTranslations } from 'next-intl/server';
import type { SetupGroup } from '@/components/staff/setup/setup-form';
import { accessibilityFeatures, eventCategories } from '@/lib/contract/event';
import { languages } from '@/lib/locale/languages';
import { catalogOf } from '@/lib/setup/catalog';
import type { Draft } from '@/lib/setup/draft';
import { placeId, placesOf } from '@/lib/setup/event-view';
import { fieldMaker } from '../../field-texts';

/** The fields of an event. */
export async function eventGroups(draft: Draft): Promise<SetupGroup[]> {
  const field = await fieldMaker();
  const t = await getTranslations('setup.events');
  const { search, checkout } = await getMessages();
  const lang = catalogOf(draft).language;
  const optional = true;
  return [
    {
      fields: [
        field('name', { lang }),
        field('description', { kind: 'area', optional, lang }),
        field('category', {
          kind: 'choice',
          optional,
          choices: [
            { value: '', label: t('noCategory') },
            ...eventCategories.map((value) => ({ value, label: search.categories[value] })),
          ],
        }),
      ],
    },
    ...(await placeGroups(draft)),
    {
      title: t('facts'),
      fields: [
        field('meetingPoint', { optional, lang }),
        field('included', { optional, lang }),
        field('minimumAge', { optional, inputMode: 'numeric', most: 2 }),
        field('languages', {
          kind: 'ticks',
          optional,
          choices: languages.map((value) => ({ value, label: checkout.order.languages[value] })),
        }),
        field('accessibility', {
          kind: 'ticks',
          optional,
          choices: accessibilityFeatures.map((value) => ({ value, label: search.features[value] })),
        }),
        field('arrivalWindow', { kind: 'tick' }),
      ],
    },
    {
      title: t('picture'),
      hint: t('pictureText'),
      fields: [
        field('imageAddress', { optional, type: 'url', most: 2000 }),
        field('imageText', { optional, lang }),
        field('imageCredit', { optional }),
        field('imageX', { optional, inputMode: 'numeric', most: 3 }),
        field('imageY', { optional, inputMode: 'numeric', most: 3 }),
      ],
    },
  ];
}

async function placeGroups(draft: Draft): Promise<SetupGroup[]> {
  const field = await fieldMaker();
  const t = await getTranslations('setup.events');
  return [
    {
      title: t('where'),
      fields: [
        field('place', {
          kind: 'choice',
          choices: [
            { value: '', label: t('noPlace') },
            ...placesOf(draft).map(({ place }) => ({
              value: placeId(place),
              label: place.address === '' ? place.name : `${place.name}, ${place.address}`,
            })),
            { value: 'new', label: t('newPlace') },
          ],
        }),
        ...placeFields(field).map((one) => ({ ...one, optional: t('ifNew') })),
      ],
    },
  ];
}

/** The fields of a place. */
export const placeFields = (field: Awaited<ReturnType<typeof fieldMaker>>) => [
  field('placeName'),
  field('placeAddress', { optional: true, most: 1000 }),
  field('placeLatitude', { optional: true, inputMode: 'decimal', most: 20 }),
  field('placeLongitude', { optional: true, inputMode: 'decimal', most: 20 }),
];
