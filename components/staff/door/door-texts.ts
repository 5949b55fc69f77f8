import { useTranslations } from 'next-intl';
import type { AdmissionResult } from '@/lib/contract/admission';
import type { DoorRefusal } from '@/lib/storefront/staff/door/door-requests';

type Details =
  'admitted' | 'already' | 'alreadyWithoutEntrance' | 'visit' | 'void' | 'unknown' | 'unknownOffline';

/** The texts of a scan. In braces are the places for its values, because the browser has no messages: see `filled`. */
export interface DoorTexts {
  readonly scan: Readonly<
    Record<'label' | 'button' | 'camera' | 'cameraOff' | 'checking' | 'next' | 'anyTime', string>
  >;
  readonly results: Readonly<Record<AdmissionResult, string>>;
  readonly details: Readonly<Record<Details | 'undone' | 'not_undone' | 'offline' | 'otherLayout', string>>;
  readonly group: Readonly<Record<'state' | 'admit', string>>;
  readonly recent: Readonly<Record<'title' | 'undo' | 'undoOf' | 'seconds', string>>;
  readonly connection: Readonly<Record<'title' | 'ready' | 'offline' | 'noList' | 'waiting', string>>;
  readonly conflicts: Readonly<Record<'title' | 'text' | 'line' | 'elsewhere' | 'first' | 'others', string>>;
  readonly problems: Readonly<Record<Exclude<DoorRefusal, 'refused'>, string>>;
  readonly signIn: string;
}

/** The text with its values instead of the places in braces. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

type Translate = ReturnType<typeof useTranslations<'door'>>;

function resultTexts(t: Translate): Pick<DoorTexts, 'results' | 'details' | 'group'> {
  const [day, time, entrance, event] = ['{day}', '{time}', '{entrance}', '{event}'];
  return {
    results: {
      admitted: t('results.admitted'),
      already_admitted: t('results.already_admitted'),
      other_session: t('results.other_session'),
      other_day: t('results.other_day'),
      void: t('results.void'),
      unknown: t('results.unknown'),
      undone: t('results.undone'),
      not_undone: t('results.not_undone'),
    },
    details: {
      admitted: t('details.admitted', { event, name: '{name}' }),
      already: t('details.already', { day, time, entrance }),
      alreadyWithoutEntrance: t('details.alreadyWithoutEntrance', { day, time }),
      visit: t('details.visit', { event, day, time }),
      void: t('details.void'),
      unknown: t('details.unknown'),
      unknownOffline: t('details.unknownOffline'),
      undone: t('details.undone'),
      not_undone: t('details.not_undone'),
      offline: t('details.offline'),
      otherLayout: t('details.otherLayout'),
    },
    group: {
      state: t('group.state', { admitted: '{admitted}', size: '{size}' }),
      admit: t('group.admit', { count: '{count}' }),
    },
  };
}

function problemTexts(t: Translate): Pick<DoorTexts, 'problems' | 'connection' | 'conflicts'> {
  const [day, time, entrance, count] = ['{day}', '{time}', '{entrance}', '{count}'];
  return {
    connection: {
      title: t('connection.title'),
      ready: t('connection.ready', { time, count }),
      offline: t('connection.offline', { time }),
      noList: t('connection.noList'),
      waiting: t('connection.waiting', { count }),
    },
    conflicts: {
      title: t('conflicts.title'),
      text: t('conflicts.text'),
      line: t('conflicts.line', { day, time, entrance }),
      elsewhere: t('conflicts.elsewhere', { day, time, entrance }),
      first: t('conflicts.first'),
      others: t('conflicts.others', { count }),
    },
    problems: {
      signed_out: t('problems.signed_out'),
      not_allowed: t('problems.not_allowed'),
      forbidden: t('problems.forbidden'),
      unsupported: t('problems.unsupported'),
      unavailable: t('problems.unavailable'),
      invalid: t('problems.invalid'),
    },
  };
}

export function useDoorTexts(): DoorTexts {
  const t = useTranslations('door');
  return {
    ...resultTexts(t),
    ...problemTexts(t),
    scan: {
      label: t('scan.label'),
      button: t('scan.button'),
      camera: t('scan.camera'),
      cameraOff: t('scan.cameraOff'),
      checking: t('scan.checking'),
      next: t('scan.next'),
      anyTime: t('choose.anyTime'),
    },
    recent: {
      title: t('recent.title'),
      undo: t('recent.undo'),
      undoOf: t('recent.undoOf', { code: '{code}' }),
      seconds: t('recent.seconds', { seconds: '{seconds}' }),
    },
    signIn: t('signIn'),
  };
}
