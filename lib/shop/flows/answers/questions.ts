import { createHash } from 'node:crypto';
import type { FormField } from '../../../contract/form';
import { lastSegment } from '../../../contract/iri';
import type { ReservationItem } from '../../../contract/reservation';
import type { Language } from '../../../locale/languages';
import type { CheckoutContext } from '../../context';
import type { Hold, Holds } from '../../rules/checkout';

/** An item of a checkout, by a key that stays the same when the item is reserved again. */
export interface KeyedItem {
  readonly key: string;
  readonly hold: Hold;
  readonly item: ReservationItem;
  /** The position of the item in its reservation, and in the order made of it. */
  readonly position: number;
}

export function keyedItems(holds: Holds): KeyedItem[] {
  const seen = new Map<string, number>();
  return holds.flatMap((hold) =>
    hold.reservation.items.map((item, position) => {
      const what = JSON.stringify([item.offer, item.offerTickets.map(({ session }) => session ?? null)]);
      const before = seen.get(what) ?? 0;
      seen.set(what, before + 1);
      const key = createHash('sha256').update(`${before} ${what}`).digest('base64url').slice(0, 12);
      return { key, hold, item, position };
    }),
  );
}

/** What the issuer asks for each ticket of an item. */
export interface ItemQuestions {
  readonly key: string;
  readonly holdId: string;
  /** The position of the item in its reservation. */
  readonly position: number;
  /** How many times everything is asked. */
  readonly quantity: number;
  readonly fields: readonly FormField[];
}

/** The questions of the issuers, in the language; no item without questions. Throws a ServiceError. */
export async function readQuestions(
  { client }: Pick<CheckoutContext, 'client'>,
  holds: Holds,
  language: Language,
): Promise<ItemQuestions[]> {
  const read = await Promise.all(
    keyedItems(holds).map(async ({ key, hold, item, position }) => {
      const product = await client.getProduct(hold.catalogId, lastSegment(item.product), { language });
      const paths = product.kind === 'found' ? (product.value.forms ?? []) : [];
      const forms = await Promise.all(paths.map((path) => client.getForm(lastSegment(path), { language })));
      const fields = forms.flatMap((form) =>
        form.kind === 'found' ? form.value.fields.toSorted((a, b) => a.position - b.position) : [],
      );
      return { key, holdId: hold.id, position, quantity: item.quantity, fields };
    }),
  );
  return read.filter(({ fields }) => fields.length > 0);
}
