import { idOf } from './schema-org-graph';
import { fail, isAbsent, nodeCalled, single, type Spot } from './schema-org-spot';
import { readCapacity } from './schema-org-values';

/** What is left of something, and where the document says so: two with the same path are one. */
export interface Stock {
  readonly units: number;
  readonly spot: Spot;
}

/** The stock that is written at a place, or at another one with the same `@id`. Null: none, or an error. */
export function readStock(spot: Spot): Stock | null {
  if (isAbsent(spot)) return null;
  const units = readCapacity(spot);
  if (typeof spot.value !== 'object') return units === null ? null : { units, spot };
  const here = single(spot);
  const id = idOf(here);
  const known = id === null ? null : nodeCalled(id, spot.reading);
  if (known !== null && readCapacity(known.quietly()) !== units) {
    return fail(spot, `"${id}" is there twice and differs: it is not clear how much is left`);
  }
  return units === null ? null : { units, spot: known ?? here };
}
