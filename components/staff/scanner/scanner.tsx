'use client';

import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/button';
import { type CameraProblem, hasTorch, problemOf, setTorch } from './camera';
import type { ScannerTexts } from './scanner-texts';
import { watchCamera } from './watch-camera';

interface ScannerProps {
  readonly texts: ScannerTexts;
  /** Called once for each code that comes into the picture. */
  readonly onCode: (code: string) => void;
}

type CameraState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly track: MediaStreamTrack }
  | { readonly kind: 'problem'; readonly problem: CameraProblem };

const starting: CameraState = { kind: 'starting' };

function onVisibility(changed: () => void) {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** The camera is off while the page is hidden, because it uses the battery, and its picture is not seen. */
function useIsVisible(): boolean {
  return useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  );
}

/** Shows what the camera sees, and reads the QR codes in it, as long as it is mounted and the page is visible. */
export function Scanner({ texts, onCode }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<CameraState>(starting);
  const [attempt, setAttempt] = useState(0);
  const isVisible = useIsVisible();
  const report = useEffectEvent(onCode);
  useEffect(() => {
    if (!isVisible || video.current === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    watchCamera(video.current, {
      signal,
      onStart: (track) => setCamera({ kind: 'running', track }),
      onCode: (code) => report(code),
    }).catch((error: unknown) => {
      if (signal.aborted) return;
      const problem = problemOf(error);
      if (problem === 'failed') reportError(error);
      setCamera({ kind: 'problem', problem });
    });
    return () => stop.abort();
  }, [isVisible, attempt]);
  const again = () => {
    setCamera(starting);
    setAttempt(attempt + 1);
  };
  return (
    <div className="space-y-3">
      <video
        ref={video}
        muted
        playsInline
        aria-label={texts.picture}
        className={`aspect-4/3 w-full rounded bg-ink object-cover ${camera.kind === 'problem' ? 'hidden' : ''}`}
      />
      <p role="status" className={camera.kind === 'problem' ? 'font-bold text-bad' : 'text-small'}>
        {camera.kind === 'problem' ? texts.problems[camera.problem] : texts[camera.kind]}
      </p>
      {camera.kind === 'problem' ? (
        <Button variant="secondary" onClick={again}>
          {texts.again}
        </Button>
      ) : null}
      {camera.kind === 'running' ? (
        <Torch key={camera.track.id} track={camera.track} label={texts.torch} />
      ) : null}
    </div>
  );
}

/** Only for cameras that have a light. */
function Torch({ track, label }: { track: MediaStreamTrack; label: string }) {
  const [isOn, setOn] = useState(false);
  if (!hasTorch(track)) return null;
  const toggle = async () => {
    await setTorch(track, !isOn);
    setOn(!isOn);
  };
  return (
    <Button variant="secondary" aria-pressed={isOn} onClick={() => void toggle()}>
      {label}
    </Button>
  );
}
