'use client';

import { useEffect, useState, type ReactNode } from 'react';

/** It is announced when it appears. */
export function AfterAWhile({ seconds, children }: { seconds: number; children: ReactNode }) {
  const [isOver, setOver] = useState(seconds <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, seconds) * 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return <div role="status">{isOver ? children : null}</div>;
}
