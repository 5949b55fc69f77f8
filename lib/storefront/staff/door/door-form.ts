import { z } from 'zod';
import { longestEntrance } from '../../../contract/admission';
import { storedLine } from '../../../contract/stored-text';
import { firstText } from '../../common/request/parameters';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** What is admitted at an entrance: the values of the page's address. */
export interface DoorSettings {
  readonly entrance: string;
  /** Ids; with none of both everything of the day is admitted, which has to be chosen. */
  readonly sessions: readonly string[];
  readonly events: readonly string[];
  /** The day if it is not today. */
  readonly date: string | undefined;
}

const entranceText = storedLine().min(1).max(longestEntrance);
const day = z.iso.date();
const visitText = /^(session|event):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const mostVisits = 50;
/** Instead of a visit: everything of the day, of every catalogue. */
const everyVisit = 'all';

/** The day that the address asks for, if it is not today. */
export const parseDay = (parameters: Parameters): string | undefined =>
  day.safeParse(firstText(parameters['date'])).data;

/** The entrance that the address names. */
export const parseEntrance = (parameters: Parameters): string | undefined =>
  entranceText.safeParse(firstText(parameters['entrance'])).data;

/** Null until an entrance is named, and what is admitted there is chosen. What is malformed counts as not given. */
export function doorSettings(parameters: Parameters): DoorSettings | null {
  const entrance = parseEntrance(parameters);
  if (entrance === undefined) return null;
  const visits = [parameters['visit'] ?? []].flat().slice(0, mostVisits);
  const ids = (kind: string) =>
    visits.flatMap((one) => {
      const [, of, id] = visitText.exec(one) ?? [];
      return of === kind && id !== undefined ? id.toLowerCase() : [];
    });
  const isEverything = visits.includes(everyVisit);
  const [sessions, events] = isEverything ? [[], []] : [ids('session'), ids('event')];
  if (!isEverything && sessions.length + events.length === 0) return null;
  return { entrance, sessions, events, date: parseDay(parameters) };
}

/** The settings of an entrance as values of a form or an address. */
export function settingsEntries({ entrance, sessions, events, date }: DoorSettings): [string, string][] {
  return [
    ['entrance', entrance],
    ...(sessions.length + events.length === 0 ? [['visit', everyVisit] as [string, string]] : []),
    ...sessions.map((id): [string, string] => ['visit', `session:${id}`]),
    ...events.map((id): [string, string] => ['visit', `event:${id}`]),
    ...(date === undefined ? [] : [['date', date] as [string, string]]),
  ];
}

/** The settings that a form of the page repeats. */
export function settingsOfForm(form: FormData): DoorSettings | null {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === 'string');
  return doorSettings({ entrance: texts('entrance'), visit: texts('visit'), date: texts('date') });
}
