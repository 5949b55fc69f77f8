'use client';

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AvailabilityText } from '@/lib/locale/availability';

export type LiveStates = Readonly<Record<string, AvailabilityText>>;

const none: LiveStates = {};

interface PollProps {
  readonly href: string;
  /** From one question to the next. */
  readonly milliseconds: number;
  readonly onAnswer: (latest: { href: string; states: LiveStates }) => void;
}

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

/** Asks again and again, while the page is not hidden. */
function Poll({ href, milliseconds, onAnswer }: PollProps) {
  // The page of the first address is old by now. Each later one is fresh, so the question comes after one interval.
  const [first] = useState(href);
  const { data } = useQuery({
    queryKey: ['availability', href],
    queryFn: ({ signal }) => fetchStates(href, signal),
    initialData: none,
    initialDataUpdatedAt: () => (href === first ? 0 : Date.now()),
    staleTime: milliseconds,
    refetchInterval: milliseconds,
    retry: false,
  });
  useEffect(() => onAnswer({ href, states: data }), [href, data, onAnswer]);
  return null;
}

/** Tells what is left now, and then at intervals. */
export function PollAvailability(props: PollProps) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Poll {...props} />
    </QueryClientProvider>
  );
}
