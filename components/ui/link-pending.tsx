'use client';

import { useLinkStatus } from 'next/link';

/** Inside a link: a line at the top of the window while the page that it leads to is loaded. */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return pending ? <span aria-hidden="true" className="pending-line" /> : null;
}
