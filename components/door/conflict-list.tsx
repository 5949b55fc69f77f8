import type { Language } from '@/lib/locale/languages';
import type { DoorResult } from '@/lib/storefront/door';
import { type DoorTexts, filled } from './door-texts';
import { momentAt, resultLines } from './result-lines';

interface ConflictListProps {
  readonly conflicts: readonly DoorResult[];
  readonly texts: DoorTexts;
  readonly language: Language;
}

/** People who were let in without a connection, and whom the service would not have admitted. */
export function ConflictList({ conflicts, texts, language }: ConflictListProps) {
  if (conflicts.length === 0) return null;
  return (
    <section aria-labelledby="conflicts" className="border-l-8 border-bad bg-bad-soft px-5 py-4">
      <h2 id="conflicts" className="text-base font-bold text-bad">
        {texts.conflicts.title}
      </h2>
      <p>{texts.conflicts.text}</p>
      <ul className="space-y-2 pt-3">
        {conflicts.map((conflict) => {
          const at = momentAt(conflict.scannedAt, conflict.timezone, language);
          const lines = resultLines({ ...conflict, isOffline: false }, texts, language);
          return (
            <li key={conflict.id} className="wrap-anywhere">
              <p className="font-bold">
                {texts.results[conflict.result]} <span className="tabular">{conflict.code ?? ''}</span>
              </p>
              <p>{filled(texts.conflicts.line, { ...at, entrance: conflict.entrance })}</p>
              <p>{lines[0]}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
