import { addresses } from '../contract/iri';
import { type SessionChange, sessionChangeSchema } from '../contract/session-change';
import type { CallOptions } from './result';
import { kindOfList, type Reader } from './reader';

export type SessionChangePage =
  | { readonly kind: 'page'; readonly changes: readonly SessionChange[]; readonly isLastPage: boolean }
  /** The server has no such list. */
  | { readonly kind: 'unsupported' };

const list = { ...kindOfList('session_changes', sessionChangeSchema), path: addresses.sessionChanges() };
const changesPerPage = 100;

/** Sessions with sold tickets that imports of feeds changed: our extension. */
export function sessionChangeCalls(reader: Reader) {
  return {
    /** A page, counted from 1, of what was changed since a moment, the oldest first; null: of everything. */
    listSessionChanges: async (
      { since, page }: { since: Date | null; page: number },
      call: CallOptions,
    ): Promise<SessionChangePage> => {
      const query = {
        itemsPerPage: String(changesPerPage),
        ...(since === null ? {} : { 'changedAt[after]': since.toISOString() }),
      };
      const found = await reader.page(list, query, call, page);
      if (found.kind === 'missing') return { kind: 'unsupported' };
      const { members, totalItems } = found.value;
      return { kind: 'page', changes: members, isLastPage: page * changesPerPage >= totalItems };
    },
  };
}
