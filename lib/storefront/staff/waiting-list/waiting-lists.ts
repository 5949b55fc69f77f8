import { z } from 'zod';
import { typedText, typedWords } from '../../../contract/typed-text';
import type { Language } from '../../../locale/languages';
import {
  isPlaceOfCatalogs,
  listsPerPage,
  readListedPlaces,
  readWaitingLists,
} from '../../../shop/data/waiting-list-report';
import { removePlace } from '../../../shop/flows/waiting-list/places';
import { waitingStates } from '../../../shop/values/waiting-values';
import { forStaff, type Staff, type StaffAnswer } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { isId } from '../../common/request/load';
import { firstText, parseCount } from '../../common/request/parameters';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** The longest part of a name, and the longest reason, that can be typed. */
const longestName = 100;
export const longestRemovalReason = 200;
/** The longest choice in an address: identifiers of several sessions. */
const longestChoice = 1_000;

const stateOf = (parameters: Parameters) =>
  waitingStates.find((one) => one === firstText(parameters['state'])) ?? null;
const pageOf = (parameters: Parameters) => Math.max(1, parseCount(firstText(parameters['page']), 4) ?? 1);
const pagesOf = (total: number) => Math.max(1, Math.ceil(total / listsPerPage));

/** The waiting lists with people in line, or with a place in another state. One statement. */
export function readLists(parameters: Parameters, language: Language) {
  return forStaff('orders:read by catalog', async ({ checkoutContext: { database }, member }) => {
    const event = typedText(firstText(parameters['event']) ?? '').slice(0, longestName);
    const state = stateOf(parameters);
    const page = pageOf(parameters);
    const filter = {
      event: event === '' ? null : event,
      state: state ?? ('in_line' as const),
      catalogs: member.catalogs,
    };
    const { rows, total } = await readWaitingLists(database, filter, { page, language });
    return { rows, total, page, pages: pagesOf(total), typed: { event, state: state ?? '' } };
  });
}

export type WaitingListsPage = StaffAnswer<typeof readLists>;

/** The places of a list. One statement, and the entry of the audit log, without addresses. Null: there is no such list. */
export function readList(listId: string, parameters: Parameters) {
  return forStaff('orders:read by catalog', async ({ checkoutContext: { database }, audit, member }) => {
    if (!isId(listId)) return null;
    const choice = firstText(parameters['choice'])?.slice(0, longestChoice) ?? null;
    const state = stateOf(parameters);
    const page = pageOf(parameters);
    const { rows, total } = await readListedPlaces(
      database,
      { listId, choice, state, catalogs: member.catalogs },
      page,
    );
    if (total === 0 && (state === null || member.catalogs !== 'all')) return null;
    await audit({
      action: 'waiting_list_opened',
      subject: { kind: 'waiting_list', id: listId },
      detail: { found: rows.length },
    });
    const asked = firstText(parameters['remove']);
    const removing =
      rows.find(({ id, state: now }) => id === asked && (now === 'waiting' || now === 'notified')) ?? null;
    const mayRemove = may(member, 'orders:change by catalog');
    return {
      listId,
      choice,
      state,
      rows,
      total,
      page,
      pages: pagesOf(total),
      mayRemove,
      removing: mayRemove ? removing : null,
    };
  });
}

export type WaitingListPage = NonNullable<StaffAnswer<typeof readList>>;

export const removalForm = z.object({
  listId: z.guid(),
  placeId: z.guid(),
  choice: z.string().max(longestChoice).default(''),
  reason: z.string().max(20_000).default(''),
});

export type RemovalProblem = 'noReason' | 'gone';

/** Takes somebody off a waiting list; resolves to null, or to why nobody was. */
export async function removeByStaff(
  { member, checkoutContext, worker }: Staff<'orders:change by catalog'>,
  { placeId: id, reason: typed }: z.output<typeof removalForm>,
): Promise<RemovalProblem | null> {
  const reason = typedWords(typed);
  if (reason === '' || reason.length > longestRemovalReason) return 'noReason';
  if (!(await isPlaceOfCatalogs(checkoutContext.database, id, member.catalogs))) return 'gone';
  const isRemoved = await removePlace(checkoutContext, { id, reason, staff: member.id });
  worker.wake();
  return isRemoved ? null : 'gone';
}
