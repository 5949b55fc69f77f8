import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { fillText } from '@/lib/locale/fill-text';
import type { Language } from '@/lib/locale/languages';
import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import { Button } from '../../ui/button';
import { coveringTime } from './covering-time';
import type { DoorActions } from './door-actions';
import type { RecentScan } from './door-state';
import type { DoorTexts } from './door-texts';
import { restOf, restText } from './rest-of-booking';
import { inOneText, resultLines, type ShownResult } from './result-lines';
import { ResultPanel } from './result-panel';
import { tariffText } from './tariff-lines';

export interface LastResultProps {
  readonly last: RecentScan | null;
  /** The result of the form without scripts. */
  readonly initial: Omit<ShownResult, 'isOffline'> | null;
  readonly texts: DoorTexts;
  readonly language: Language;
  readonly actions: DoorActions;
  readonly fields: ReactNode;
  readonly onGroup: ((of: DoorResult) => void) | null;
  readonly onClose: () => void;
}

/** The result of the last scan: first over the whole page, then in its place. */
export function LastResult({ last, initial, texts, language, onGroup, onClose, ...rest }: LastResultProps) {
  const [closed, setClosed] = useState<string | null>(null);
  const shown = last ?? (initial === null ? null : { ...initial, isOffline: false });
  // A result that is shown again has the same id.
  const key = last === null ? null : `${last.id} ${last.shownAt}`;
  const isLarge = key !== null && closed !== key;
  const onEnd = () => {
    setClosed(key);
    onClose();
  };
  const close = useEffectEvent(onEnd);
  const milliseconds = last === null ? 0 : coveringTime(last);
  useEffect(() => {
    if (!isLarge) return;
    const timer = setTimeout(() => close(), milliseconds);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [isLarge, milliseconds, key]);
  return (
    <>
      <p role="alert" className="sr-only">
        {shown === null
          ? ''
          : inOneText([
              texts.results[shown.result],
              tariffText(shown, texts),
              ...resultLines(shown, texts, language),
            ])}
      </p>
      {shown === null ? null : (
        <ResultPanel shown={shown} texts={texts} language={language} isLarge={isLarge}>
          {restOf(shown) === 0 ? null : <GroupForm shown={shown} texts={texts} onGroup={onGroup} {...rest} />}
          {isLarge ? (
            <Button variant="secondary" className="bg-paper" onClick={onEnd}>
              {texts.scan.next}
            </Button>
          ) : null}
          {last === null && shown.result === 'admitted' ? (
            <UndoForm shown={shown} texts={texts} {...rest} />
          ) : null}
        </ResultPanel>
      )}
    </>
  );
}

type FormProps = Pick<LastResultProps, 'actions' | 'fields' | 'texts'> & { readonly shown: ShownResult };

function GroupForm({ shown, texts, actions, fields, onGroup }: FormProps & Pick<LastResultProps, 'onGroup'>) {
  return (
    <form
      action={actions.admitGroup}
      data-works-offline=""
      onSubmit={(event) => {
        if (onGroup === null) return;
        event.preventDefault();
        onGroup(shown);
      }}
    >
      {fields}
      <input type="hidden" name="of" value={shown.id} />
      <Button type="submit" variant="secondary" className="bg-paper">
        {fillText(texts.group.admit, { count: restText(shown) })}
      </Button>
    </form>
  );
}

/** Only without scripts: else the list of the last scans has it. */
function UndoForm({ shown, texts, actions, fields }: FormProps) {
  return (
    <form action={actions.undo}>
      {fields}
      <input type="hidden" name="of" value={shown.id} />
      <Button type="submit" variant="secondary" className="bg-paper">
        {texts.recent.undo}
      </Button>
    </form>
  );
}
