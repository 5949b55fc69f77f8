'use client';

import { useEffect } from 'react';

/** Arrow keys on the plan of seats; loaded only where there is one. */
export function SeatKeys() {
  useEffect(() => {
    const loading = import('./move-on-plan').then(({ moveOnPlan }) => moveOnPlan());
    return () => void loading.then((stop) => stop());
  }, []);
  return null;
}
