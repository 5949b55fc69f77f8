import type { Session } from '@/lib/contract/session';

interface Activity {
  /** The name of its sessions; null: they have none. */
  readonly name: string | null;
  readonly sessions: readonly Session[];
}

/**
 * Sessions of a day by their names, in the order of their first times. Null if that would not help: without several names, or
 * if no name is there twice, because then each time would have a heading.
 */
export function byActivity(sessions: readonly Session[]): readonly Activity[] | null {
  const groups = new Map<string | null, Session[]>();
  for (const session of sessions) {
    const name = session.name ?? null;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [session]);
    else known.push(session);
  }
  if (groups.size < 2 || groups.size === sessions.length) return null;
  const named = [...groups].map(([name, members]) => ({ name, sessions: members }));
  // Sessions without a name come last.
  return named.sort((a, b) => Number(a.name === null) - Number(b.name === null));
}
