'use client';

import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';

/** A menu that opens without scripts, too; with them Escape closes it, and leaving it. */
export function MenuDetails({ children }: { children: ReactNode }) {
  return (
    <details className="relative" onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
      {children}
    </details>
  );
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  // There is no new focus when the page is touched, or when the window loses the focus.
  if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
}
