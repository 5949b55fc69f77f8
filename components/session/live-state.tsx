'use client';

import { useLiveness, type Liveness } from './live-availability';

/** The state of a session or an offer as text that keeps up. */
export function LiveState({ id, initial }: { id: string; initial: Liveness }) {
  return <>{useLiveness(id, initial).text}</>;
}
