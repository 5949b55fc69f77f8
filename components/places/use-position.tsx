'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../ui/button';

interface UsePositionProps {
  readonly action: string;
  readonly texts: Readonly<Record<'ask' | 'hint' | 'asking' | 'refused' | 'failed', string>>;
}

const timeoutMilliseconds = 20_000;
/** A position may be this old: people walk slowly. */
const mostAge = 120_000;

/** Fills in where the visitor is, rounded to about a hundred meters. Nothing is asked of the device before a click. */
export function UsePosition({ action, texts }: UsePositionProps) {
  const router = useRouter();
  const [state, setState] = useState<'asking' | 'refused' | 'failed' | null>(null);
  const ask = () => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState(null);
        router.push(`${action}?from=${coords.latitude.toFixed(3)},${coords.longitude.toFixed(3)}`);
      },
      ({ code }) => setState(code === GeolocationPositionError.PERMISSION_DENIED ? 'refused' : 'failed'),
      { maximumAge: mostAge, timeout: timeoutMilliseconds },
    );
  };
  return (
    <div className="needs-script pt-2">
      <Button variant="quiet" onClick={ask} aria-describedby="position-hint" className="-ml-0.5 !px-0">
        {texts.ask}
      </Button>
      <p id="position-hint" className="text-small text-ink-soft">
        {texts.hint}
      </p>
      <p role="status" className="text-small font-bold">
        {state === null ? '' : texts[state]}
      </p>
    </div>
  );
}
