import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** Each page has its title beside its heading (components/staff/ui/page-title.tsx); Next would write a second one. */
export const metadata: Metadata = {
  title: null,
  robots: { index: false, follow: false },
  referrer: 'same-origin',
};

// The layout checks nothing, because it is not rendered again for each page. Every read checks the sign-in.
export default function StaffLayout({ children }: { children: ReactNode }) {
  return children;
}
