'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Reads the page again after so many seconds, while it can be seen. */
export function RefreshEvery({ seconds }: { readonly seconds: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) router.refresh();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [router, seconds]);
  return null;
}
