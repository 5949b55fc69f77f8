import { useEffect, useState } from 'react';
import { undoSeconds } from '@/lib/contract/admission';
import { fillText } from '@/lib/locale/fill-text';
import type { Language } from '@/lib/locale/languages';
import { venueTime } from '@/lib/locale/venue-time';
import { Button } from '../../ui/button';
import type { RecentScan } from './door-state';
import type { DoorTexts } from './door-texts';
import { inOneText, resultLines } from './result-lines';

const mostListed = 20;

interface RecentScansProps {
  readonly recent: readonly RecentScan[];
  /** Of a scan whose ticket is not known. */
  readonly timezone: string;
  readonly texts: DoorTexts;
  readonly language: Language;
  readonly onUndo: (scan: RecentScan) => void;
}

/** The seconds in which an admission can still be undone; 0 if it can't. */
function undoableSeconds({ result, isUndone, shownAt }: RecentScan, now: number): number {
  if (result !== 'admitted' || isUndone) return 0;
  return Math.min(undoSeconds, Math.max(0, Math.ceil(undoSeconds - (now - shownAt) / 1_000)));
}

/** The time, once a second while it matters. */
function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}

/** The last scans of this device. */
export function RecentScans({ recent, timezone, texts, language, onUndo }: RecentScansProps) {
  const now = useNow(recent.length > 0);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="pb-2 text-heading">
        {texts.recent.title}
      </h2>
      <ol className="divide-y divide-rule border-y border-rule">
        {recent.slice(0, mostListed).map((scan) => {
          const seconds = undoableSeconds(scan, now);
          return (
            <li key={scan.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <div className="min-w-0">
                <p className="font-bold wrap-anywhere">
                  {scan.isUndone ? texts.results.undone : texts.results[scan.result]}
                  <span className="tabular font-normal"> {scan.code ?? ''}</span>
                </p>
                <p className="text-small text-ink-soft wrap-anywhere">
                  {venueTime(scan.scannedAt, scan.timezone ?? timezone)} ·{' '}
                  {inOneText(resultLines(scan, texts, language))}
                </p>
              </div>
              {seconds === 0 ? null : (
                <Button
                  variant="secondary"
                  onClick={() => onUndo(scan)}
                  aria-label={fillText(texts.recent.undoOf, { code: scan.code ?? '' })}
                >
                  {texts.recent.undo}
                  <span className="tabular font-normal"> {fillText(texts.recent.seconds, { seconds })}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
