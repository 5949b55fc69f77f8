import type { ReactNode } from 'react';

/** What was done before. It goes when a form of the page is then refused: the two together would read as one answer. */
export function Done({ children }: { readonly children: ReactNode }) {
  return <div className="[body:has(form_[role=alert])_&]:hidden">{children}</div>;
}
