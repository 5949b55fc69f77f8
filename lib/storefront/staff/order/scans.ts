import type { OrderView } from '../../../shop/flows/lookup/read-checkout';
import { readStaffNames } from '../../../shop/data/staff-names';
import type { NoAdmission } from '../../../client/admissions';
import type { Admission } from '../../../contract/admission';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { orUnavailable } from '../../common/request/or-unavailable';

/** A scan of a ticket at an entrance, as staff read it. */
export type Scan = Pick<
  Admission,
  'id' | 'result' | 'conflict' | 'entrance' | 'reference' | 'event' | 'name'
> & {
  /** When it was scanned, by the clock of the device. */
  readonly at: Date;
  /** When the service learned of it. */
  readonly receivedAt: Date;
  readonly isUndone: boolean;
  /** Who scanned, by name; null: the client did not say. */
  readonly staff: string | null;
};

/** `unavailable`: the service can't be asked now. `more`: how many earlier scans are left out. */
export type ScansOfBooking =
  | { readonly kind: 'scans'; readonly scans: readonly Scan[]; readonly more: number }
  | { readonly kind: 'unavailable' | NoAdmission['kind'] };

/** What was scanned at the entrances of the tickets of a booking, the earliest first. */
export async function scansOfBooking(
  { checkout, orders }: Pick<OrderView, 'checkout' | 'orders'>,
  language: Language,
): Promise<ScansOfBooking> {
  if (orders.length === 0) return { kind: 'scans', scans: [], more: 0 };
  const { client, checkoutContext } = await getAppContext();
  const read = await orUnavailable(() => client.listScansOfBooking(checkout.reference, { language }));
  if (read === 'unavailable') return { kind: 'unavailable' };
  if (read.kind !== 'scans') return read;
  const actors = read.scans.flatMap(({ actor }) => actor ?? []);
  const nameOf = await readStaffNames(checkoutContext.database, actors);
  const scans = read.scans.map((one): Scan => {
    const { id, result, conflict, entrance, reference, event, name, actor } = one;
    return {
      id,
      result,
      conflict,
      entrance,
      reference,
      event,
      name,
      at: new Date(one.scannedAt),
      receivedAt: new Date(one.receivedAt),
      isUndone: one.undoneAt !== null,
      staff: actor === null ? null : nameOf(actor),
    };
  });
  const sorted = scans.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return { kind: 'scans', scans: sorted, more: read.total - scans.length };
}
