import { addresses, idSchema, lastSegment } from '@/lib/contract/iri';
import { InvalidRequest, type Violation } from '../http/problem';

// The same answer for a reservation of another organization as for one that does not exist.
export function unknownReservation(index: number): Violation {
  return { path: `reservations[${index}]`, code: 'regex', messageKey: 'unknownReservation' };
}

/** The ids in the paths of reservations. Throws 422 for an invalid path, or for a repeated one. */
export function reservationIds(paths: readonly string[]): string[] {
  const ids = paths.map((path) => lastSegment(path).toLowerCase());
  const violations = ids.flatMap((id, i): Violation[] => {
    if (!idSchema.safeParse(id).success || paths[i]?.toLowerCase() !== addresses.reservation(id)) {
      return [unknownReservation(i)];
    }
    return ids.indexOf(id) === i ? [] : [{ path: `reservations[${i}]`, code: 'unique' }];
  });
  if (violations.length > 0) throw new InvalidRequest(violations);
  return ids;
}
