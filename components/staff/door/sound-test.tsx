'use client';

import { useEffect, useState } from 'react';
import { Button } from '../../ui/button';
import type { DoorTexts } from './door-texts';
import { isSoundAllowed, testSound } from './signals';

type Texts = DoorTexts['sound'];

/** Plays what an admission and a refusal sound like, before visitors come. */
export function SoundTest({ texts }: { readonly texts: Texts }) {
  const [isPlayed, setPlayed] = useState(false);
  return (
    <div className="needs-script space-y-2">
      <Button variant="secondary" onClick={() => void testSound().then(() => setPlayed(true))}>
        {texts.test}
      </Button>
      <p role="status" className="text-small text-ink-soft">
        {isPlayed ? texts.played : ''}
      </p>
    </div>
  );
}

/** A page that was just opened may be silent until somebody touches it: then it says so. */
export function SilentNote({ texts }: { readonly texts: Texts }) {
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const look = () =>
      void isSoundAllowed().then((allowed) => {
        if (isCurrent) setSilent(!allowed);
      });
    look();
    document.addEventListener('pointerup', look);
    document.addEventListener('keydown', look);
    return () => {
      isCurrent = false;
      document.removeEventListener('pointerup', look);
      document.removeEventListener('keydown', look);
    };
  }, []);
  return <p role="status">{isSilent ? <b className="font-bold">{texts.silent}</b> : null}</p>;
}
