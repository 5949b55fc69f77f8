'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const firstMilliseconds = 1_000;
const mostMilliseconds = 10_000;

/** Asks how the order stands, less and less often, and shows the page anew when that is no longer `phase`. */
export function PhaseWatch({ href, phase }: { href: string; phase: string }) {
  const router = useRouter();
  useEffect(() => {
    const stopped = new AbortController();
    let wait = firstMilliseconds;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const now = await askPhase(href, stopped.signal);
      if (stopped.signal.aborted) return;
      if (now !== null && now !== phase) router.refresh();
      wait = Math.min(mostMilliseconds, wait * 1.3);
      timer = setTimeout(() => void ask(), wait);
    };
    timer = setTimeout(() => void ask(), wait);
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [href, phase, router]);
  return null;
}

/** Null when it can't be told just now: the page goes on waiting. */
async function askPhase(href: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(href, { signal, cache: 'no-store' });
    const body: unknown = answer.ok ? await answer.json() : null;
    const known =
      typeof body === 'object' && body !== null && 'phase' in body && typeof body.phase === 'string';
    return known ? String(body.phase) : null;
  } catch {
    // The connection is away for a moment; asked again with the next turn.
    return null;
  }
}
