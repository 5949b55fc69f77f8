'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const firstMilliseconds = 2_000;
const mostMilliseconds = 60_000;

/** Shows the page anew, less and less often, as long as it is on it: for what comes by itself. */
export function RefreshWatch() {
  const router = useRouter();
  useEffect(() => {
    let wait = firstMilliseconds;
    let timer: ReturnType<typeof setTimeout>;
    const refresh = () => {
      // Nobody looks: what has come is there when somebody does.
      if (document.visibilityState === 'visible') router.refresh();
      wait = Math.min(mostMilliseconds, wait * 2);
      timer = setTimeout(refresh, wait);
    };
    timer = setTimeout(refresh, wait);
    return () => clearTimeout(timer);
  }, [router]);
  return null;
}
