import type { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { seatName, seatPlanSchema as readSeatPlanSchema } from '@/lib/contract/seat';
import { localize } from '@/lib/locale/languages';
import type { Catalog } from '../catalog/catalog';
import { catalogSchema } from '../catalog/catalog-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import type { SeatMap } from './seat-plan';

const id = exampleId(40);

export const seatPlanSchema = readSeatPlanSchema.meta({
  id: 'SeatPlan',
  description: 'The numbered seats of a house. A plan that changes gets another identifier.',
  'x-extension': true,
  example: {
    '@id': addresses.seatPlan(exampleOf(catalogSchema).id, id),
    '@type': 'SeatPlan',
    id,
    name: 'Great hall',
    stage: { x: 0, y: 0 },
    zones: [{ key: '1', name: 'First price' }],
    sections: [
      {
        key: 'stalls',
        name: 'Stalls',
        rows: [
          {
            name: 'A',
            seats: [
              {
                name: seatName('stalls', 'A', '1'),
                number: '1',
                x: 0,
                y: 2,
                zone: '1',
                wheelchair: false,
                companionOf: null,
                restrictedView: false,
                afterAisle: false,
              },
            ],
          },
        ],
      },
    ],
  },
});

/** A plan as a response, its texts in `language`. */
export function seatPlanResource(
  { id: planId, plan }: SeatMap,
  catalog: Catalog,
  language: string,
): z.output<typeof seatPlanSchema> {
  const inLanguage = (text: Readonly<Record<string, string>>) => localize(text, language, catalog.language);
  return {
    '@id': addresses.seatPlan(catalog.id, planId),
    '@type': 'SeatPlan',
    id: planId,
    name: inLanguage(plan.name),
    stage: plan.stage,
    zones: plan.zones.map(({ key, name }) => ({ key, name: inLanguage(name) })),
    sections: plan.sections.map(({ key, name, rows }) => ({
      key,
      name: inLanguage(name),
      rows: rows.map((row) => ({
        name: row.name,
        seats: row.seats.map(({ name: number, companionOf, ...seat }) => ({
          ...seat,
          name: seatName(key, row.name, number),
          number,
          companionOf: companionOf && seatName(key, row.name, companionOf),
        })),
      })),
    })),
  };
}
