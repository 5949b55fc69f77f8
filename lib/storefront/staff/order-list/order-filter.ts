import { z } from 'zod';
import { languages } from '../../../locale/languages';
import { typedText } from '../../../contract/typed-text';
import { type ListPlace, listedStates, type OrderFilter } from '../../../shop/data/order-list-store';
import { channels } from '../../../shop/values/checkout-values';
import { typedAmount } from '../../common/forms/typed-amount';
import { isBookDay } from '../report/report-period';

const longestEvent = 100;

/** The names of the fields in the form and in the address. */
export const filterFields = [
  'from',
  'to',
  'visit',
  'event',
  'state',
  'channel',
  'speaks',
  'least',
  'most',
  'tasks',
] as const;
export type FilterField = (typeof filterFields)[number];
export type TypedFilter = Partial<Record<FilterField, string>>;

/** What was typed, without what is empty. */
export function typedFilter(textOf: (name: string) => string | undefined | null): TypedFilter {
  const given = filterFields.flatMap((name) => {
    const text = typedText(textOf(name) ?? '').slice(0, longestEvent);
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(given);
}

const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined): Name | null =>
  names.find((name) => name === text) ?? null;

/** The filter, and the fields that mean nothing: they were left out. */
export function orderFilter(
  typed: TypedFilter,
  { timeZone, catalogs }: Pick<OrderFilter, 'timeZone' | 'catalogs'>,
): { readonly filter: OrderFilter; readonly wrong: readonly FilterField[] } {
  const dayOf = (name: FilterField) => {
    const text = typed[name];
    return text !== undefined && isBookDay(text) ? text : null;
  };
  const filter: OrderFilter = {
    boughtFrom: dayOf('from'),
    boughtTo: dayOf('to'),
    timeZone,
    visitDay: dayOf('visit'),
    event: typed.event ?? null,
    state: oneOf(listedStates, typed.state),
    channel: oneOf(channels, typed.channel),
    language: oneOf(languages, typed.speaks),
    priceFrom: typedAmount(typed.least),
    priceTo: typedAmount(typed.most),
    catalogs,
    hasTasks: typed.tasks !== undefined,
  };
  const values: Partial<Record<FilterField, string | null>> = {
    from: filter.boughtFrom,
    to: filter.boughtTo,
    visit: filter.visitDay,
    least: filter.priceFrom,
    most: filter.priceTo,
  };
  const wrong = filterFields.filter((name) => typed[name] !== undefined && values[name] === null);
  return { filter, wrong };
}

const placeSchema = z.tuple([z.iso.datetime(), z.guid()]);

/** The place behind which a page begins, as an address has it. */
export const textOfPlace = ({ at, id }: ListPlace): string => `${at}_${id}`;

/** Null: there is none. */
export function placeOfText(text: string | undefined): ListPlace | null {
  const parsed = placeSchema.safeParse(text?.split('_')).data;
  return parsed === undefined ? null : { at: parsed[0], id: parsed[1] };
}
