'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { hasCamera } from './camera';
import { Scanner } from './scanner';
import type { ScannerTexts } from './scanner-texts';

interface ScanButtonProps {
  readonly texts: ScannerTexts;
  /** Called with the first code; then the camera is off. */
  readonly onCode: (code: string) => void;
}

/** False until the browser has said that there is a camera, and thus without JavaScript. */
function useHasCamera(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!('mediaDevices' in navigator)) return;
    const look = () => void hasCamera().then(setHas);
    look();
    navigator.mediaDevices.addEventListener('devicechange', look);
    return () => navigator.mediaDevices.removeEventListener('devicechange', look);
  }, []);
  return has;
}

/** A button that opens the camera in a dialog, for one code. It is there only where there is a camera. */
export function ScanButton({ texts, onCode }: ScanButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (!useHasCamera()) return null;
  const open = () => {
    dialog.current?.showModal();
    setOpen(true);
  };
  const close = () => dialog.current?.close();
  return (
    <>
      <Button variant="secondary" onClick={open} className="needs-script">
        {texts.scan}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="scan-title"
        // Also after the Escape key.
        onClose={() => setOpen(false)}
        className="m-auto w-full max-w-[32rem] rounded border-2 border-ink bg-paper p-5 text-ink backdrop:bg-ink/60"
      >
        <div className="space-y-3">
          <h2 id="scan-title" className="text-heading">
            {texts.title}
          </h2>
          {isOpen ? (
            <Scanner
              texts={texts}
              onCode={(code) => {
                close();
                onCode(code);
              }}
            />
          ) : null}
          <Button variant="quiet" onClick={close}>
            {texts.close}
          </Button>
        </div>
      </dialog>
    </>
  );
}
