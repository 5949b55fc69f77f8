'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Language } from '@/lib/locale/languages';
import type { DoorResult } from '@/lib/storefront/staff/door/door';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import { Scanner } from '../scanner/scanner';
import type { ScannerTexts } from '../scanner/scanner-texts';
import { Button } from '../../ui/button';
import { CodeForm } from './code-form';
import { ConflictList } from './conflict-list';
import { Connection } from './connection';
import type { DoorTexts } from './door-texts';
import { KeepDoor } from './keep-door';
import type { DoorActions } from './door-actions';
import { LastResult, type LastResultProps } from './last-result';
import { RecentScans } from './recent-scans';
import { Refusal } from './refusal';
import { allowSound, signal } from './signals';
import { useDevice } from './use-device';

interface DoorProps {
  readonly settings: DoorSettings;
  /** The venue's, or the shop's if nothing is on that day. */
  readonly timezone: string;
  /** The settings as hidden fields, for the forms without scripts. */
  readonly fields: ReactNode;
  readonly texts: DoorTexts;
  readonly scannerTexts: ScannerTexts;
  readonly language: Language;
  /** The result of the form without scripts. */
  readonly shown: LastResultProps['initial'];
  readonly conflicts: readonly DoorResult[];
  readonly actions: DoorActions;
  readonly signInPath: string;
}

/** Scans tickets at one entrance. Without scripts it is a form, which shows the result on a new page. */
export function Door(props: DoorProps) {
  const { settings, timezone, fields, texts, scannerTexts, language, actions, conflicts } = props;
  const { state, device } = useDevice(settings, language);
  const [isCameraOn, setCameraOn] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useSignals(state.last?.id ?? null, state.last?.result ?? null, state.refusal);
  useConflictSignal(state.conflicts.length);
  const scan = device === null ? null : (code: string) => void device.scan(code);
  const toggleCamera = () => {
    allowSound();
    setCameraOn(!isCameraOn);
  };
  return (
    <div className="max-w-text space-y-8 pb-10">
      <KeepDoor language={language} />
      <ConflictList
        conflicts={[...state.conflicts, ...conflicts.filter((one) => isNew(one, state.conflicts))]}
        entrance={settings.entrance}
        timezone={timezone}
        texts={texts}
        language={language}
      />
      <CodeForm action={actions.admit} texts={texts} input={input} onCode={scan}>
        {fields}
      </CodeForm>
      <p className="min-h-6 text-small text-ink-soft">{state.isBusy ? texts.scan.checking : ''}</p>
      <Button variant="secondary" className="needs-script" aria-pressed={isCameraOn} onClick={toggleCamera}>
        {isCameraOn ? texts.scan.cameraOff : texts.scan.camera}
      </Button>
      {isCameraOn && scan !== null ? <Scanner texts={scannerTexts} onCode={scan} /> : null}
      <Refusal refusal={state.refusal} texts={texts} signInPath={props.signInPath} />
      <LastResult
        last={state.last}
        initial={props.shown}
        texts={texts}
        language={language}
        actions={actions}
        fields={fields}
        onGroup={device === null ? null : (of) => void device.admitGroup(of)}
        onClose={() => input.current?.focus({ preventScroll: true })}
      />
      <RecentScans
        recent={state.recent}
        timezone={timezone}
        texts={texts}
        language={language}
        onUndo={(of) => void device?.undo(of)}
      />
      <Connection state={state} timezone={timezone} texts={texts} language={language} />
    </div>
  );
}

const isNew = ({ id }: DoorResult, known: readonly DoorResult[]) => known.every((one) => one.id !== id);

/** Sound and vibration for each new result. */
function useSignals(id: string | null, result: DoorResult['result'] | null, refusal: string | null): void {
  useEffect(() => {
    if (id !== null || refusal !== null) signal(refusal === null ? result : null);
  }, [id, result, refusal]);
}

/** A scan of this device turned out to be a conflict: that must be heard as well. */
function useConflictSignal(count: number): void {
  useEffect(() => {
    if (count > 0) signal(null);
  }, [count]);
}
