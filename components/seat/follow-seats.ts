import { ticketsForSeats } from '@/lib/shop/rules/tickets-for-seats';
import { typedQuantity } from '../offer/typed-quantity';

const markedIn = (plan: Element) => [...plan.querySelectorAll<HTMLInputElement>('input[data-zone]:checked')];

/** The marked seats by rows: "Row G 5, 6". Empty while they do not count, because the best ones are wanted. */
export function wordsOf(plan: Element): string {
  if (plan.querySelector('input[value=best]:checked') !== null) return '';
  const rows = new Map<string, string[]>();
  for (const { value, parentElement } of markedIn(plan)) {
    const row = parentElement?.closest<SVGGElement>('[data-words]')?.dataset['words'] ?? '';
    rows.set(row, [...(rows.get(row) ?? []), value.split('/').at(-1) ?? value]);
  }
  return [...rows].map(([row, numbers]) => `${row} ${numbers.join(', ')}`).join('; ');
}

interface Form {
  readonly types: readonly { readonly field: string; readonly maximum: number }[];
  readonly textOf: (field: string) => string;
  readonly zones: Readonly<Record<string, string | null>>;
  /** A number was changed: what the form began with was somebody's choice, or is one now. */
  readonly isTouched: boolean;
}

/** The numbers of tickets after a seat was marked, or is not any more; none: they stay as they are. */
export function numbersFor(
  plan: Element,
  seat: HTMLInputElement,
  form: Form,
): [field: string, text: string][] {
  if (seat.dataset['zone'] === undefined) return [];
  const { types, textOf, zones, isTouched } = form;
  const counts = types.map(({ field }) => typedQuantity(textOf(field)));
  const marked = markedIn(plan).map(({ dataset }) => dataset['zone'] ?? '');
  const fitting = ticketsForSeats(
    types.map(({ field, maximum }, i) => ({ zone: zones[field] ?? null, count: counts[i] ?? 0, maximum })),
    marked,
  );
  if (fitting === null) return [];
  const all = counts.reduce((sum, count) => sum + count, 0);
  // Who says first how many tickets keeps them while the seats are marked one by one.
  if (!seat.checked && all !== marked.length + 1) return [];
  const least = types.length === 1 ? 1 : 0;
  return types.map(({ field }, i) => {
    const kept = seat.checked && isTouched ? (counts[i] ?? 0) : least;
    return [field, String(Math.max(kept, fitting[i] ?? 0))];
  });
}
