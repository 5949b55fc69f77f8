'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';

/** What was chosen before, by page and name. The router makes a page again when its parameters change. */
const before = new Map<string, string>();

/** So long after it was made, a live region is known to screen readers. */
const milliseconds = 500;

/** Reads out what was chosen on this page, when it changes; not when the page is opened. */
export function SpokenChoice({ name, text }: { name: string; text: string }) {
  const page = usePathname();
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const key = `${page} ${name}`;
    const last = before.get(key);
    before.set(key, text);
    if (last === undefined || last === text) return undefined;
    const timer = setTimeout(() => setSpoken(text), milliseconds);
    return () => clearTimeout(timer);
  }, [page, name, text]);
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
