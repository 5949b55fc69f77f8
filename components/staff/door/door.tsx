'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { fillText } from '@/lib/locale/fill-text';
import type { Language } from '@/lib/locale/languages';
import type { DoorConflict } from '@/lib/storefront/staff/door/conflicts';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import type { VisitorsFound } from '@/lib/storefront/staff/door/visitors';
import { Scanner } from '../scanner/scanner';
import type { ScannerTexts } from '../scanner/scanner-texts';
import { Button } from '../../ui/button';
import { CodeForm } from './code-form';
import { ConflictList, isHere } from './conflict-list';
import { Connection } from './connection';
import type { DoorTexts } from './door-texts';
import { FindForm } from './find-form';
import { KeepDoor } from './keep-door';
import type { DoorActions } from './door-actions';
import { LastResult, type LastResultProps } from './last-result';
import type { RecentScan } from './door-state';
import type { AdmittedCount } from './offline-list';
import { RecentScans } from './recent-scans';
import { Refusal } from './refusal';
import { allowSound, signal } from './signals';
import { SilentNote } from './sound-test';
import type { Within } from './stored-within';
import { useCamera } from './use-camera';
import { useDevice } from './use-device';

interface DoorProps {
  readonly settings: DoorSettings;
  /** The catalogues with which the person works. */
  readonly within: Within;
  /** Of the chosen sessions, when the page was read. */
  readonly counted: AdmittedCount;
  /** The venue's, or the shop's if nothing is on that day. */
  readonly timezone: string;
  /** The settings as hidden fields, for the forms without scripts. */
  readonly fields: ReactNode;
  readonly texts: DoorTexts;
  readonly scannerTexts: ScannerTexts;
  readonly language: Language;
  /** The result of the form without scripts. */
  readonly shown: LastResultProps['initial'];
  /** The result of the search without scripts. */
  readonly found: VisitorsFound | null;
  readonly conflicts: readonly DoorConflict[];
  readonly actions: DoorActions;
  readonly signInPath: string;
}

/** Scans tickets at one entrance. Without scripts it is a form, which shows the result on a new page. */
export function Door(props: DoorProps) {
  const { settings, timezone, fields, texts, scannerTexts, language, actions, conflicts } = props;
  const { state, device } = useDevice(props, conflicts, language);
  const input = useRef<HTMLInputElement>(null);
  useSignals(state.last, state.refusal);
  useConflictSignal(
    state.conflicts.filter((one) => one.resolved === null && isHere(one, settings.entrance)).length,
  );
  const scan = device === null ? null : (code: string) => void device.scan(code);
  const shared = { texts, language };
  const unscripted = { ...shared, fields };
  return (
    <div className="max-w-text space-y-8 pb-10">
      <KeepDoor language={language} />
      <p className="text-heading font-bold tabular" data-count="">
        {fillText(texts.scan.count, state.count ?? props.counted)}
      </p>
      <ConflictList
        conflicts={state.conflicts}
        entrance={settings.entrance}
        timezone={timezone}
        {...unscripted}
        tickOff={actions.tickOff}
        onTick={device === null ? null : (id) => void device.resolve(id)}
      />
      <Camera texts={texts} scannerTexts={scannerTexts} onCode={scan} />
      <SilentNote texts={texts.sound} />
      <CodeForm action={actions.admit} texts={texts} input={input} onCode={scan}>
        {fields}
      </CodeForm>
      <p className="min-h-6 text-small text-ink-soft">{state.isBusy ? texts.scan.checking : ''}</p>
      <Refusal refusal={state.refusal} texts={texts} signInPath={props.signInPath} />
      <LastResult
        last={state.last}
        initial={props.shown}
        {...unscripted}
        actions={actions}
        onGroup={device === null ? null : (of) => void device.admitGroup(of)}
        onClose={() => input.current?.focus({ preventScroll: true })}
      />
      <FindForm
        settings={settings}
        {...unscripted}
        page={props.signInPath}
        initial={props.found}
        admitted={new Set(state.recent.flatMap((one) => (isIn(one) ? (one.ticket ?? []) : [])))}
        admitFound={actions.admitFound}
        onAdmit={device === null ? null : (tickets) => void device.admitTickets(tickets)}
      />
      <RecentScans
        recent={state.recent}
        timezone={timezone}
        {...shared}
        onUndo={(of) => void device?.undo(of)}
      />
      <Connection state={state} timezone={timezone} {...shared} />
    </div>
  );
}

type CameraProps = Pick<DoorProps, 'texts' | 'scannerTexts'> & {
  /** Null until the device is ready. */
  readonly onCode: ((code: string) => void) | null;
};

function Camera({ texts: { scan }, scannerTexts, onCode }: CameraProps) {
  const { isOn, toggle } = useCamera();
  const onToggle = () => {
    allowSound();
    toggle();
  };
  return (
    <div className="space-y-3">
      {isOn && onCode !== null ? <Scanner texts={scannerTexts} onCode={onCode} /> : null}
      <Button variant="secondary" className="needs-script" aria-pressed={isOn} onClick={onToggle}>
        {isOn ? scan.cameraOff : scan.camera}
      </Button>
    </div>
  );
}

const isIn = ({ result, isUndone }: RecentScan) => result === 'admitted' && !isUndone;

/** Sound and vibration for each new result. */
function useSignals(last: RecentScan | null, refusal: string | null): void {
  const id = last?.id ?? null;
  // The same ticket once more admits nobody, like an admission that is undone.
  const result = last?.isAgain === true ? 'undone' : (last?.result ?? null);
  useEffect(() => {
    if (id !== null || refusal !== null) signal(refusal === null ? result : null);
  }, [id, result, refusal]);
}

/** A new conflict of this entrance must be heard as well. */
function useConflictSignal(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) signal(null);
    before.current = count;
  }, [count]);
}
