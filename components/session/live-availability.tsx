'use client';

import { createContext, useContext, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { AvailabilityText } from '@/lib/locale/availability';
import type { LiveStates, PollAvailability } from './poll-availability';

const refreshMilliseconds = 20_000;
const none: LiveStates = {};
const LiveContext = createContext<LiveStates>(none);

type PollProps = Parameters<typeof PollAvailability>[0];

/**
 * Keeps the availability inside it up to date. Without scripts or answers the page's first values stay. The page is fresh when it
 * arrives, so the code that asks is loaded after the first interval.
 */
export function LiveAvailability({ href, children }: { href: string; children: ReactNode }) {
  const [latest, setLatest] = useState({ href, states: none });
  const [Poll, setPoll] = useState<ComponentType<PollProps> | null>(null);
  useEffect(() => {
    const load = async () => {
      const loaded = await import('./poll-availability');
      setPoll(() => loaded.PollAvailability);
    };
    // Without a connection the first values stay.
    const timer = setTimeout(() => void load().catch(() => setPoll(null)), refreshMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <LiveContext value={latest.href === href ? latest.states : none}>
      {Poll === null ? null : <Poll href={href} milliseconds={refreshMilliseconds} onAnswer={setLatest} />}
      {children}
    </LiveContext>
  );
}

/** The current state of this session or offer: the latest answer, or the page's first value. */
export function useLiveness(id: string, initial: AvailabilityText): AvailabilityText {
  return useContext(LiveContext)[id] ?? initial;
}

export function LiveState({ id, initial }: { id: string; initial: AvailabilityText }) {
  return <>{useLiveness(id, initial).text}</>;
}
