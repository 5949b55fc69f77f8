import { fillText } from '@/lib/locale/fill-text';
import type { Language } from '@/lib/locale/languages';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import type { DoorTexts } from './door-texts';

export type Tariff = NonNullable<DoorResult['tariff']>;

/** A result as the device shows it: of the service, or judged without a connection. */
export type ShownResult = DoorResult & {
  readonly isOffline: boolean;
  /** The scanner probably has another keyboard layout than the device. */
  readonly isOtherLayout?: boolean;
  /** The ticket was scanned again: this is its admission of a moment ago. */
  readonly isAgain?: boolean;
  /** The tariffs of the tickets that were admitted with one tap. */
  readonly together?: readonly Tariff[];
  /** Those of the tickets of the booking that are not in, as far as the device knows. */
  readonly rest?: readonly Tariff[];
  /** Of all tickets of the day that the device knows. */
  readonly tariffNames?: readonly string[];
};

type Moment = Readonly<Record<'day' | 'time', string>>;

/** A moment in the local time of the venue, in words: with its seconds if it is in the same minute as `other`. */
export function momentAt(
  moment: string,
  timezone: string | null,
  language: Language,
  other: string | null = null,
): Moment {
  const zone = timezone ?? undefined;
  const instant = new Date(moment).toISOString();
  const isSameMinute = other !== null && new Date(other).toISOString().slice(0, 16) === instant.slice(0, 16);
  const seconds = isSameMinute ? instant.slice(16, 19) : '';
  return {
    day: formatDay(venueDay(moment, zone), language, 'short'),
    time: venueTime(moment, zone) + seconds,
  };
}

/** What a result says below its name. */
export function resultLines(result: ShownResult, texts: DoorTexts, language: Language): string[] {
  const lines = [detailOf(result, texts, language)];
  const { seat } = result;
  if (seat !== undefined && seat !== null) {
    const { section, row, number } = seat;
    lines.push(fillText(texts.details.seat, { section, row, number }));
  }
  const { group } = result;
  if (group !== null && group.size > 1) lines.push(fillText(texts.group.state, group));
  if (result.isAgain === true) lines.push(texts.details.again);
  if (result.isOtherLayout === true) lines.push(texts.details.otherLayout);
  if (result.isOffline && result.result !== 'unknown') lines.push(texts.details.offline);
  return lines;
}

function detailOf(shown: ShownResult, { details, choose }: DoorTexts, language: Language): string {
  const { result, event, name, timezone, redeemedAt, redeemedEntrance } = shown;
  switch (result) {
    case 'admitted':
      // The ticket's own name may be an explanation for who buys it: "Boat, at the departure chosen".
      return event ?? name ?? '';
    case 'already_admitted': {
      const at = momentAt(redeemedAt ?? shown.scannedAt, timezone, language, shown.scannedAt);
      if (redeemedEntrance === null) return fillText(details.alreadyWithoutEntrance, at);
      return fillText(details.already, { ...at, entrance: redeemedEntrance });
    }
    case 'other_session':
    case 'other_day': {
      // A ticket of a catalogue with which the person does not work.
      if (event === null) return '';
      const time =
        shown.occursAt === null ? choose.anyTime : venueTime(shown.occursAt, timezone ?? undefined);
      const day = shown.day === null ? '' : formatDay(shown.day, language, 'short');
      return fillText(details.visit, { event, day, time });
    }
    case 'unknown':
      return shown.isOffline ? details.unknownOffline : details.unknown;
    case 'void':
    case 'undone':
    case 'not_undone':
      return details[result];
  }
}

/** The lines of a result in one text: what is no sentence, such as the name of an event, ends like one. */
export const inOneText = (lines: readonly string[]): string =>
  lines.map((line) => (line === '' || /[.!?]$/.test(line) ? line : `${line}.`)).join(' ');
