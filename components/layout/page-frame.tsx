import type { ReactNode } from 'react';
import type { Accent } from '../catalog/accent';

/** The content of a page, in the ink of its catalogue. The skip link leads here. `band` reaches from edge to edge. */
export function PageFrame({
  accent,
  band,
  children,
}: {
  accent?: Accent;
  band?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id="content" tabIndex={-1} data-accent={accent} className="outline-none">
      {band}
      <div className="mx-auto max-w-content px-4 sm:px-8">{children}</div>
    </main>
  );
}
