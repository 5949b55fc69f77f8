import type { ReactNode } from 'react';
import { fillText } from '@/lib/locale/fill-text';
import type { Language } from '@/lib/locale/languages';
import type { DoorConflict } from '@/lib/storefront/staff/door/conflicts';
import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import { Button } from '../../ui/button';
import type { DoorTexts } from './door-texts';
import { momentAt, resultLines } from './result-lines';

interface ConflictListProps {
  readonly conflicts: readonly DoorConflict[];
  /** The name of this entrance: its own conflicts come first. */
  readonly entrance: string;
  /** Of a scan whose ticket is not known. */
  readonly timezone: string;
  readonly texts: DoorTexts;
  readonly language: Language;
  /** The settings as hidden fields, for browsers without scripts. */
  readonly fields: ReactNode;
  readonly tickOff: (form: FormData) => Promise<void>;
  /** Null without scripts, and until the device is ready. */
  readonly onTick: ((id: string) => void) | null;
}

/** Whether one of the two scans was at this entrance. */
export const isHere = ({ entrance, redeemedEntrance }: DoorConflict, here: string): boolean =>
  entrance === here || redeemedEntrance === here;

/**
 * People who were let in without a connection, and whom the service did not admit, because another scan of the ticket had
 * arrived before or the ticket was void. Who has looked at one ticks it off, on every device.
 */
export function ConflictList({ conflicts, entrance, ...shown }: ConflictListProps) {
  const { texts } = shown;
  if (conflicts.length === 0) return null;
  const open = conflicts.filter(({ resolved }) => resolved === null);
  const done = conflicts.filter(({ resolved }) => resolved !== null);
  const here = open.filter((one) => isHere(one, entrance));
  const others = open.filter((one) => !isHere(one, entrance));
  const isOpen = open.length > 0;
  return (
    <section
      aria-labelledby="conflicts"
      aria-live="polite"
      className={isOpen ? 'border-l-8 border-bad bg-bad-soft px-5 py-4' : 'border-l-8 border-rule px-5 py-2'}
    >
      <h2 id="conflicts" className={isOpen ? 'text-base font-bold text-bad' : 'text-base font-bold'}>
        {texts.conflicts.title}
      </h2>
      {isOpen ? <p>{texts.conflicts.text}</p> : null}
      <Conflicts conflicts={here} {...shown} />
      <Folded title={texts.conflicts.others} conflicts={others} {...shown} />
      <Folded title={texts.conflicts.resolved} conflicts={done} {...shown} />
    </section>
  );
}

type ConflictsProps = Omit<ConflictListProps, 'entrance'>;

function Folded({ title, ...shown }: ConflictsProps & { readonly title: string }) {
  const count = shown.conflicts.length;
  if (count === 0) return null;
  return (
    <details className="pt-3">
      <summary className="min-h-target cursor-pointer py-2 font-bold">{fillText(title, { count })}</summary>
      <Conflicts {...shown} />
    </details>
  );
}

function Conflicts({ conflicts, ...shown }: ConflictsProps) {
  const { timezone, texts, language } = shown;
  if (conflicts.length === 0) return null;
  return (
    <ul className="space-y-4 pt-3">
      {conflicts.map((conflict) => {
        const { id, result, code, scannedAt, redeemedAt, entrance, resolved } = conflict;
        const zone = conflict.timezone ?? timezone;
        return (
          <li key={id} className="wrap-anywhere">
            <p className="font-bold">
              {texts.results[result]} <span className="tabular">{code ?? ''}</span>
            </p>
            <p>
              {fillText(texts.conflicts.line, {
                ...momentAt(scannedAt, zone, language, redeemedAt),
                entrance,
              })}
            </p>
            <p>{reasonOf(conflict, timezone, texts, language)}</p>
            {resolved === null ? (
              <TickForm of={id} code={code ?? ''} {...shown} />
            ) : (
              <p className="font-bold">
                {fillText(texts.conflicts.resolvedBy, {
                  ...momentAt(resolved.at, zone, language),
                  name: resolved.by,
                })}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type TickFormProps = Omit<ConflictsProps, 'conflicts'> & { readonly of: string; readonly code: string };

function TickForm({ of, code, texts, fields, tickOff, onTick }: TickFormProps) {
  return (
    <form
      action={tickOff}
      data-works-offline=""
      className="pt-2"
      onSubmit={(event) => {
        if (onTick === null) return;
        event.preventDefault();
        onTick(of);
      }}
    >
      {fields}
      <input type="hidden" name="of" value={of} />
      <Button type="submit" variant="secondary" aria-label={fillText(texts.conflicts.tickOf, { code })}>
        {texts.conflicts.tick}
      </Button>
    </form>
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
