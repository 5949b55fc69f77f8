import { useState, type SyntheticEvent } from 'react';

/** How many are left for each session, by the names of the fields and the identifiers of the sessions. */
export type SessionLimits = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The chosen sessions, by the names of their fields. */
export type ChosenSessions = Readonly<Record<string, string | undefined>>;

/** The least room that the chosen sessions have, at most `most`. */
function roomOf(most: number, limits: SessionLimits, chosen: ChosenSessions): number {
  const left = Object.entries(limits).map(([field, sessions]) => sessions[chosen[field] ?? ''] ?? most);
  return Math.min(most, ...left.filter((count) => count > 0));
}

/** The room of the chosen sessions, which changes with the radio buttons below the element that gets `follow`. */
export function useSessionRoom(most: number, limits: SessionLimits, sessions: ChosenSessions) {
  const [chosen, setChosen] = useState(sessions);
  const follow = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLInputElement) || limits[target.name] === undefined) return;
    const { name, value } = target;
    setChosen((before) => ({ ...before, [name]: value }));
  };
  return { room: roomOf(most, limits, chosen), chosen, follow };
}
