import { sumAmounts } from '../../money/money';
import { commonName, nameAfter } from '../../locale/short-name';
import type { Line, LineTicket } from '../values/checkout-values';
import { unitsOf } from './units-of';
import { visitsOf } from './order-of-time';

const visitOf = ({ event, name, occursAt, sessionName, movedFrom, calledOff }: LineTicket) => [
  event?.id ?? name,
  occursAt,
  sessionName,
  movedFrom,
  calledOff,
];

/** What a line is for, and when; null: it is shown alone, as a gift card is. */
function visitsKey(line: Line): string | null {
  if (line.tickets.length === 0 || line.giftCard === true) return null;
  return JSON.stringify([line.catalogId, line.date, line.lang, visitsOf(line).map(visitOf)]);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): Item[][] {
  const groups = new Map<string | number, Item[]>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item) ?? index;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/** Those of one event and time together, in the order of the first of each. `lineOf`: null for what is shown alone. */
export const groupsOf = <Item>(items: readonly Item[], lineOf: (item: Item) => Line | null): Item[][] =>
  groupBy(items, (item) => {
    const line = lineOf(item);
    return line === null ? null : visitsKey(line);
  });

/** What lines of one group are for: an event, or what their names begin with; empty: neither. */
export function groupTitle(lines: readonly Line[]): string {
  const [first, ...others] = lines[0] === undefined ? [] : visitsOf(lines[0]);
  const event = first?.event ?? null;
  if (event !== null && others.length === 0) return event.name;
  return commonName(lines.map(({ productName }) => productName)) ?? '';
}

/** The name of a line below the title of its group. */
export const nameInGroup = ({ productName }: Pick<Line, 'productName'>, title: string): string =>
  nameAfter(productName, title) ?? productName;

/** Whether lines of one group are of one tariff and price; numbered seats stay apart. */
function tariffKey({ productId, productName, unitAmount, tickets }: Line): string | null {
  return tickets.some(({ seats }) => seats !== undefined)
    ? null
    : JSON.stringify([productId, productName, unitAmount]);
}

/** Of one group those of one tariff together: a number that was held in two parts. */
export const tariffsOf = <Item>(group: readonly Item[], lineOf: (item: Item) => Line | null): Item[][] =>
  groupBy(group, (item) => {
    const line = lineOf(item);
    return line === null ? null : tariffKey(line);
  });

/** Lines of one tariff as one. */
export function mergedLine([first, ...others]: readonly [Line, ...Line[]]): Line {
  if (others.length === 0) return first;
  const all = [first, ...others];
  const merged = {
    ...first,
    quantity: unitsOf(all),
    totalAmount: sumAmounts(all.map(({ totalAmount }) => totalAmount)),
  };
  return all.some(({ discount }) => discount !== undefined)
    ? { ...merged, discount: sumAmounts(all.map(({ discount = '0.00' }) => discount)) }
    : merged;
}

/** What was bought: a group for each event and time, with one line for each tariff. */
export function lineGroups(lines: readonly Line[]): Line[][] {
  const own = (line: Line) => line;
  return groupsOf(lines, own).map((group) =>
    tariffsOf(group, own).flatMap(([first, ...others]) =>
      first === undefined ? [] : mergedLine([first, ...others]),
    ),
  );
}
