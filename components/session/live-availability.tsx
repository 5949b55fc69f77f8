'use client';

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useState, type ReactNode } from 'react';

/** How much is left of something, as the server words it. */
export interface Liveness {
  readonly text: string;
  /** Or can't be chosen for another reason, which `text` says. */
  readonly isSoldOut: boolean;
}

type LiveStates = Readonly<Record<string, Liveness>>;

const refreshMilliseconds = 20_000;
const none: LiveStates = {};
const LiveContext = createContext<LiveStates>(none);

function isLiveness(value: unknown): value is Liveness {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'text' in value &&
    typeof value.text === 'string' &&
    'isSoldOut' in value &&
    typeof value.isSoldOut === 'boolean'
  );
}

async function fetchStates(href: string, signal: AbortSignal): Promise<LiveStates> {
  const response = await fetch(href, { signal });
  if (!response.ok) throw new Error(`availability answered ${response.status}`);
  const body: unknown = await response.json();
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, Liveness] => isLiveness(entry[1])));
}

function Poll({ href, children }: { href: string; children: ReactNode }) {
  // The page is fresh when it arrives: the first question comes after one interval, and none while nobody looks.
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

/** Keeps the availability inside it up to date. Without scripts, or without an answer, what the page said stands. */
export function LiveAvailability({ href, children }: { href: string; children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Poll href={href}>{children}</Poll>
    </QueryClientProvider>
  );
}

/** What is known now of this session or offer: the latest answer, or what the page came with. */
export function useLiveness(id: string, initial: Liveness): Liveness {
  return useContext(LiveContext)[id] ?? initial;
}
