'use client';

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useState, type ReactNode } from 'react';
import type { AvailabilityText } from '@/lib/locale/availability';

type LiveStates = Readonly<Record<string, AvailabilityText>>;

const refreshMilliseconds = 20_000;
const none: LiveStates = {};
const LiveContext = createContext<LiveStates>(none);

function isLiveness(value: unknown): value is AvailabilityText {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'text' in value &&
    typeof value.text === 'string' &&
    'isSoldOut' in value &&
    typeof value.isSoldOut === 'boolean' &&
    'canWait' in value &&
    typeof value.canWait === 'boolean'
  );
}

async function fetchStates(href: string, signal: AbortSignal): Promise<LiveStates> {
  const response = await fetch(href, { signal });
  if (!response.ok) throw new Error(`availability answered ${response.status}`);
  const body: unknown = await response.json();
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, AvailabilityText] => isLiveness(entry[1])),
  );
}

function Poll({ href, children }: { href: string; children: ReactNode }) {
  // The page is fresh when it arrives, so the first request comes after one interval; there is none while the
  // page is hidden.
  const { data } = useQuery({
    queryKey: ['availability', href],
    queryFn: ({ signal }) => fetchStates(href, signal),
    initialData: none,
    staleTime: refreshMilliseconds,
    refetchInterval: refreshMilliseconds,
    retry: false,
  });
  return <LiveContext value={data}>{children}</LiveContext>;
}

/** Keeps the availability inside it up to date. Without scripts or answers the page's first values stay. */
export function LiveAvailability({ href, children }: { href: string; children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Poll href={href}>{children}</Poll>
    </QueryClientProvider>
  );
}

/** The current state of this session or offer: the latest answer, or the page's first value. */
export function useLiveness(id: string, initial: AvailabilityText): AvailabilityText {
  return useContext(LiveContext)[id] ?? initial;
}

export function LiveState({ id, initial }: { id: string; initial: AvailabilityText }) {
  return <>{useLiveness(id, initial).text}</>;
}
