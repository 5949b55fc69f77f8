import { addresses } from '../contract/iri';
import { type VisitorList, visitorListSchema } from '../contract/visitor-list';
import type { CallOptions, Found } from './result';
import type { Reader } from './reader';
import { parseBody, unexpectedAnswer } from './transport';

/** A session, or any time of a day. */
export interface VisitPath {
  readonly catalogId: string;
  readonly eventId: string;
  /** Null: any time of `date`. */
  readonly session: string | null;
  /** YYYY-MM-DD */
  readonly date: string | null;
}

/** Who comes to a session: our extension. */
export function visitorListCalls({ send }: Reader) {
  return {
    /** The next part of the tickets of a visit, by id. `missing`: there is no such visit, or the server has no such list. */
    listVisitors: async (
      { catalogId, eventId, session, date }: VisitPath,
      after: string | null,
      { language }: CallOptions,
    ): Promise<Found<VisitorList>> => {
      const given = Object.entries({ session, date, after }).flatMap(([name, value]) =>
        value === null ? [] : [[name, value]],
      );
      const path = `${addresses.visitors(catalogId, eventId)}?${new URLSearchParams(given).toString()}`;
      const answer = await send({ method: 'GET', path, language });
      if (answer.status === 200) return { kind: 'found', value: parseBody(visitorListSchema, answer) };
      if (answer.status === 404 || answer.status === 410) return { kind: 'missing' };
      throw unexpectedAnswer(answer);
    },
  };
}
