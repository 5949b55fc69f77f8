'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Repeats work, less and less often (in milliseconds), until the returned function is called. */
function repeat(
  work: (stopped: AbortSignal) => Promise<void>,
  { first, most, growth }: { first: number; most: number; growth: number },
): () => void {
  const stopped = new AbortController();
  let wait = first;
  const turn = async () => {
    await work(stopped.signal);
    if (stopped.signal.aborted) return;
    wait = Math.min(most, wait * growth);
    timer = setTimeout(() => void turn(), wait);
  };
  let timer = setTimeout(() => void turn(), wait);
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}

/** Without scripts the page is reloaded after so many seconds. */
function WithoutScripts({ refreshSeconds }: { refreshSeconds: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(refreshSeconds)} />
    </noscript>
  );
}

interface OrderWatchProps {
  readonly checkoutId: string;
  readonly phase: string;
  readonly refreshSeconds: number;
}

/** Asks for the order's phase, and reloads the page when it is no longer `phase`. */
export function OrderWatch({ checkoutId, phase, refreshSeconds }: OrderWatchProps) {
  const router = useRouter();
  useEffect(() => {
    const ask = async (stopped: AbortSignal) => {
      const now = await askPhase(checkoutId, stopped);
      if (!stopped.aborted && now !== null && now !== phase) router.refresh();
    };
    return repeat(ask, { first: 1_000, most: 10_000, growth: 1.3 });
  }, [checkoutId, phase, router]);
  return <WithoutScripts refreshSeconds={refreshSeconds} />;
}

/** Null when it is unknown at the moment: the page continues to wait. */
async function askPhase(checkoutId: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(`/api/orders/${checkoutId}/phase`, { signal, cache: 'no-store' });
    const body: unknown = answer.ok ? await answer.json() : null;
    const known =
      typeof body === 'object' && body !== null && 'phase' in body && typeof body.phase === 'string';
    return known ? String(body.phase) : null;
  } catch {
    // The connection failed; the next turn asks again.
    return null;
  }
}

function useRefresh({ first, most, growth }: Parameters<typeof repeat>[1]): void {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => {
      // A hidden page is not reloaded; the first turn after it is visible again reloads it.
      if (document.visibilityState === 'visible') router.refresh();
      return Promise.resolve();
    };
    return repeat(refresh, { first, most, growth });
  }, [router, first, most, growth]);
}

/** Reloads the page as long as this component is on it, less and less often. */
export function RefreshWatch() {
  useRefresh({ first: 2_000, most: 60_000, growth: 2 });
  return <WithoutScripts refreshSeconds={15} />;
}

/** Reloads the page every so many seconds. Without scripts it has to have a link for that. */
export function RefreshEvery({ seconds }: { readonly seconds: number }) {
  useRefresh({ first: seconds * 1_000, most: seconds * 1_000, growth: 1 });
  return null;
}
