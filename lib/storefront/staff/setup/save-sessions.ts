import { venueToday } from '../../../locale/venue-time';
import { catalogOf } from '../../../setup/catalog';
import { changeChosen } from '../../../setup/choose-sessions';
import type { Draft } from '../../../setup/draft';
import type { SessionsDone } from '../../../setup/edit-sessions';
import { refuse, type Refused, type Result } from '../../../setup/result';
import { blockDays, copySeason } from '../../../setup/season';
import { addOpeningHours, addSeries } from '../../../setup/series';
import { sessionsOf } from '../../../setup/session-view';
import { type ConcernedTickets, concernedTickets } from '../../../setup/sold-sessions';
import {
  addSession,
  changeSession,
  changeSessions,
  removeSessions,
  type SessionChanges,
  type SessionState,
} from '../../../setup/sessions';
import { saveDraft, type Saving } from './drafts';
import { typedDays, typedNumber, typedShift, typedTime, typedTimes, typedWeekdays } from './session-fields';
import type { SetupProblem } from './setup-problem';
import { isTicked, type Typed, textOf, typedFields } from './typed';

/** Today at the place of the catalogue. */
export const todayOf = (draft: Draft): string =>
  venueToday(new Date(), catalogOf(draft).timezone || undefined);

/** What a tool for sessions does, with the draft as it is then. */
export type DoneSessions = SessionsDone & {
  readonly draft: Draft;
  readonly rest?: number;
  /** Exceptions that are on no day of the series. */
  readonly unused?: readonly string[];
  /** What was sold of the sessions that it removes, moves, cancels or postpones. */
  readonly sold?: ConcernedTickets;
};

/** `stop`: why it is not saved yet, when it is known what it would do. */
export interface SavingSessions extends Saving {
  readonly event: string;
  readonly reason: string;
  readonly stop?: (done: DoneSessions, draft: Draft) => SetupProblem | null;
}

type Tool = (draft: Draft, typed: Typed) => Result<SessionsDone>;

function save({ reason, stop, ...saving }: SavingSessions, form: FormData, tool: Tool) {
  const typed = typedFields(form);
  return saveDraft(saving, (draft) => tool(draft, typed), {
    reasonFor: () => reason,
    stop: async (done: DoneSessions, draft, readSold) => {
      if (stop === undefined) return null;
      const sold = done.removed + done.changed === 0 ? [] : await readSold();
      if (sold === 'unavailable') return { kind: 'unavailable' };
      return stop({ ...done, sold: concernedTickets(draft, done.draft, sold) }, draft);
    },
  });
}

const counterOf = (typed: Typed) => ({
  counterPlaces: typedNumber(typed, 'counterPlaces'),
  releaseMinutes: typedNumber(typed, 'releaseMinutes'),
});

/** How long each session takes, how many places it has, also for the counter, and how long it is sold after its beginning. */
const termsOf = (typed: Typed) => ({
  minutes: typedNumber(typed, 'minutes'),
  capacity: typedNumber(typed, 'capacity'),
  lateMinutes: typedNumber(typed, 'lateMinutes'),
  ...counterOf(typed),
});

const daysOf = (typed: Typed) => ({
  weekdays: typedWeekdays(typed),
  from: textOf(typed, 'from'),
  until: textOf(typed, 'until'),
  except: typedDays(typed, 'except'),
});

const timeOf = (typed: Typed) => typedTime(textOf(typed, 'time'));

/** Sessions at the same times of some days of the week. */
export const saveSeries = (saving: SavingSessions, form: FormData) =>
  save(saving, form, (draft, typed) =>
    addSeries(draft, {
      event: saving.event,
      times: typedTimes(typed, 'times'),
      today: todayOf(draft),
      ...daysOf(typed),
      ...termsOf(typed),
    }),
  );

/** Opening hours, in which one may arrive at certain times. */
export const saveHours = (saving: SavingSessions, form: FormData) =>
  save(saving, form, (draft, typed) =>
    addOpeningHours(draft, {
      event: saving.event,
      open: typedTime(textOf(typed, 'open')),
      close: typedTime(textOf(typed, 'close')),
      window: typedNumber(typed, 'window') ?? Number.NaN,
      isSoldLate: isTicked(typed, 'lateSale'),
      capacity: typedNumber(typed, 'capacity'),
      ...counterOf(typed),
      today: todayOf(draft),
      ...daysOf(typed),
    }),
  );

export const saveSession = (saving: SavingSessions, form: FormData) =>
  save(saving, form, (draft, typed) =>
    addSession(draft, {
      event: saving.event,
      day: textOf(typed, 'day'),
      time: timeOf(typed),
      today: todayOf(draft),
      ...termsOf(typed),
    }),
  );

/** Another day and time of one session. */
export const moveSession = (saving: SavingSessions, form: FormData) =>
  save(saving, form, (draft, typed) => {
    const key = typed['session']?.[0] ?? '';
    const session = sessionsOf(draft, saving.event).find((one) => one.key === key);
    if (session === undefined)
      return {
        kind: 'refused',
        problems: [{ field: 'session', problem: key === '' ? 'missing' : 'unknown' }],
      };
    const { minutes, capacity, status } = session;
    const terms = { minutes, capacity, status: status as SessionState };
    return changeSession(draft, {
      event: saving.event,
      session: key,
      day: textOf(typed, 'day'),
      time: timeOf(typed),
      ...terms,
    });
  });

/** What is typed as a change of sessions. What is left empty stays as it is. */
function changesOf(typed: Typed): SessionChanges | Refused {
  const { minutes, capacity, lateMinutes, counterPlaces, releaseMinutes } = termsOf(typed);
  const isUnlimited = isTicked(typed, 'unlimited');
  if (isUnlimited && capacity !== null) return refuse('unlimited', 'invalid');
  const status = textOf(typed, 'status');
  return {
    ...(counterPlaces === null ? {} : { counterPlaces }),
    ...(releaseMinutes === null ? {} : { releaseMinutes }),
    ...(minutes === null ? {} : { minutes }),
    ...(capacity === null && !isUnlimited ? {} : { capacity }),
    ...(lateMinutes === null ? {} : { lateMinutes }),
    ...(status === '' ? {} : { status: status as SessionState }),
  };
}

/** Other places, another duration or another state of the ticked sessions. */
export const changeTicked = (saving: SavingSessions, form: FormData) =>
  save(saving, form, (draft, typed) => {
    const changes = changesOf(typed);
    if ('kind' in changes) return changes;
    return changeSessions(draft, { event: saving.event, sessions: typed['sessions'] ?? [], ...changes });
  });

/** Changes or removes all sessions of some days of the week, times and a period. */
export const saveChosen = (saving: SavingSessions, form: FormData) =>
  save(saving, form, (draft, typed) => {
    const changes = changesOf(typed);
    if ('kind' in changes) return changes;
    const choice = {
      event: saving.event,
      from: textOf(typed, 'from'),
      until: textOf(typed, 'until'),
      weekdays: typedWeekdays(typed),
      times: typedTimes(typed, 'times'),
      today: todayOf(draft),
    };
    return changeChosen(
      draft,
      choice,
      textOf(typed, 'act') === 'remove'
        ? { act: 'remove' }
        : { act: 'change', changes, shift: typedShift(typed, 'shift') },
    );
  });

export const removeTicked = (saving: SavingSessions, form: FormData) =>
  save(saving, form, (draft, typed) =>
    removeSessions(draft, { event: saving.event, sessions: typed['sessions'] ?? [] }),
  );

/** The ticked events; none of them means all. */
const eventsOf = (typed: Typed) => {
  const ticked = typed['events'] ?? [];
  return ticked.length === 0 ? 'all' : ticked;
};

/** Removes the sessions of some days. */
export const saveBlock = (saving: SavingSessions, form: FormData) =>
  save(saving, form, (draft, typed) =>
    blockDays(draft, {
      events: eventsOf(typed),
      from: textOf(typed, 'from'),
      until: textOf(typed, 'until') || textOf(typed, 'from'),
    }),
  );

/** The sessions and prices of a season once more, by the days of the week. */
export const saveCopy = (saving: SavingSessions, form: FormData) =>
  save(saving, form, (draft, typed) =>
    copySeason(draft, {
      events: eventsOf(typed),
      from: textOf(typed, 'from'),
      until: textOf(typed, 'until'),
      to: textOf(typed, 'to'),
      newUntil: textOf(typed, 'newUntil') || null,
      today: todayOf(draft),
    }),
  );
