import type { ReactNode } from 'react';

/** Where a list would be, had it anything in it: what is so, and the way on. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="border-y border-rule py-10">
      <p className="text-heading font-bold">{title}</p>
      <div className="max-w-text space-y-4 pt-2 font-serif text-reading">{children}</div>
    </div>
  );
}
