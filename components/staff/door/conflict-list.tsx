import { fillText } from '@/lib/locale/fill-text';
import type { Language } from '@/lib/locale/languages';
import type { DoorResult } from '@/lib/storefront/staff/door/door';
import type { DoorTexts } from './door-texts';
import { momentAt, resultLines } from './result-lines';

interface ConflictListProps {
  readonly conflicts: readonly DoorResult[];
  /** The name of this entrance: its own conflicts come first. */
  readonly entrance: string;
  /** Of a scan whose ticket is not known. */
  readonly timezone: string;
  readonly texts: DoorTexts;
  readonly language: Language;
}

/**
 * People who were let in without a connection, and whom the service did not admit, because another scan of the ticket had
 * arrived before or the ticket was void.
 */
export function ConflictList({ conflicts, entrance, ...shown }: ConflictListProps) {
  const { texts } = shown;
  if (conflicts.length === 0) return null;
  const isHere = (one: DoorResult) => one.entrance === entrance || one.redeemedEntrance === entrance;
  const here = conflicts.filter(isHere);
  const others = conflicts.filter((one) => !isHere(one));
  return (
    <section
      aria-labelledby="conflicts"
      aria-live="polite"
      className="border-l-8 border-bad bg-bad-soft px-5 py-4"
    >
      <h2 id="conflicts" className="text-base font-bold text-bad">
        {texts.conflicts.title}
      </h2>
      <p>{texts.conflicts.text}</p>
      <Conflicts conflicts={here} {...shown} />
      {others.length === 0 ? null : (
        <details className="pt-3">
          <summary className="min-h-target cursor-pointer py-2 font-bold">
            {fillText(texts.conflicts.others, { count: others.length })}
          </summary>
          <Conflicts conflicts={others} {...shown} />
        </details>
      )}
    </section>
  );
}

function Conflicts({ conflicts, timezone, texts, language }: Omit<ConflictListProps, 'entrance'>) {
  if (conflicts.length === 0) return null;
  return (
    <ul className="space-y-2 pt-3">
      {conflicts.map((conflict) => {
        const { id, result, code, scannedAt, redeemedAt, entrance } = conflict;
        const at = momentAt(scannedAt, conflict.timezone ?? timezone, language, redeemedAt);
        return (
          <li key={id} className="wrap-anywhere">
            <p className="font-bold">
              {texts.results[result]} <span className="tabular">{code ?? ''}</span>
            </p>
            <p>{fillText(texts.conflicts.line, { ...at, entrance })}</p>
            <p>{reasonOf(conflict, timezone, texts, language)}</p>
          </li>
        );
      })}
    </ul>
  );
}

/** Why the service did not admit, in words. */
function reasonOf(conflict: DoorResult, timezone: string, texts: DoorTexts, language: Language): string {
  const { result, redeemedAt, redeemedEntrance, scannedAt } = conflict;
  const isElsewhere = result === 'already_admitted' && redeemedAt !== null && redeemedEntrance !== null;
  if (!isElsewhere) return resultLines({ ...conflict, isOffline: false }, texts, language)[0] ?? '';
  const at = momentAt(redeemedAt, conflict.timezone ?? timezone, language, scannedAt);
  const elsewhere = fillText(texts.conflicts.elsewhere, { ...at, entrance: redeemedEntrance });
  const isFirst = Date.parse(scannedAt) < Date.parse(redeemedAt);
  return isFirst ? `${elsewhere} ${texts.conflicts.first}` : elsewhere;
}
