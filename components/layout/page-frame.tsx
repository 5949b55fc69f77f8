import type { ReactNode } from 'react';
import type { Accent } from '@/lib/contract/accent';

interface PageFrameProps {
  accent?: Accent | undefined;
  band?: ReactNode;
  children: ReactNode;
}

/** In the catalogue's colour. The skip link leads here. `band` takes the whole width. */
export function PageFrame({ accent, band, children }: PageFrameProps) {
  return (
    <main id="content" tabIndex={-1} data-accent={accent} className="outline-none">
      {band}
      <div className="mx-auto max-w-content px-4 sm:px-8">{children}</div>
    </main>
  );
}
