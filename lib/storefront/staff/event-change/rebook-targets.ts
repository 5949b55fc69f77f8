import type { Client } from '../../../client/client';
import type { Session } from '../../../contract/session';
import type { Language } from '../../../locale/languages';
import { isId } from '../../common/request/load';

/** The most sessions that staff choose from. */
const mostTargets = 500;
const day = 86_400_000;
/** From how long before the session others are shown, if it is not over by then. */
const daysBefore = 14;

/** A session for which tickets can be exchanged. */
export interface TargetSession {
  readonly id: string;
  /** ISO 8601 */
  readonly occursAt: string;
  /** What tells it apart beyond its time. */
  readonly name: string | null;
  /** How many places it has left; null: unlimited. */
  readonly left: number | null;
}

/** The session whose holders are rebooked. */
interface Moved {
  catalogId: string;
  eventId: string;
  sessionId: string;
  occursAt: string;
}

type Sessions = Pick<Client, 'listSessions' | 'getSession'>;

const canBeTarget = ({ id, occursAt, status = 'on_sale' }: Session, { sessionId }: Moved, now: Date) =>
  id.toLowerCase() !== sessionId.toLowerCase() &&
  status === 'on_sale' &&
  Date.parse(occursAt) > now.getTime();

/**
 * The coming sessions of the same event that are on sale, in order: from two weeks before the moved one on, at most
 * `mostTargets`. Throws a ServiceError.
 */
export async function readTargets(
  client: Sessions,
  moved: Moved,
  { now, language }: { now: Date; language: Language },
): Promise<TargetSession[]> {
  const earliest = new Date(Math.max(now.getTime(), Date.parse(moved.occursAt) - daysBefore * day));
  // The beginning of the hour, so that the answers to several readings can be used again.
  const from = `${earliest.toISOString().slice(0, 13)}:00:00.000Z`;
  // The moved session may be among them.
  const enough = (read: readonly Session[]) => read.length > mostTargets;
  const { catalogId, eventId } = moved;
  const found = await client.listSessions(catalogId, eventId, { from, enough }, { language });
  const sessions = found.kind === 'found' ? found.value.members : [];
  return sessions
    .filter((session) => canBeTarget(session, moved, now))
    .slice(0, mostTargets)
    .map(({ id, occursAt, name = null, availableQuantity }) => ({
      id,
      occursAt,
      name,
      left: availableQuantity,
    }));
}

/** The session that staff have chosen; null: tickets can't be exchanged for it. Throws a ServiceError. */
export async function findTarget(
  client: Sessions,
  moved: Moved,
  chosen: string,
  { now, language }: { now: Date; language: Language },
): Promise<{ id: string; occursAt: Date } | null> {
  if (!isId(chosen)) return null;
  const found = await client.getSession(moved.catalogId, moved.eventId, chosen, { language });
  if (found.kind === 'missing' || !canBeTarget(found.value, moved, now)) return null;
  return { id: found.value.id, occursAt: new Date(found.value.occursAt) };
}
