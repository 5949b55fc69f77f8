import type { ReactNode } from 'react';

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="border-y border-rule py-10">
      <p className="text-heading font-bold">{title}</p>
      <div className="max-w-text space-y-4 pt-2 font-serif text-reading">{children}</div>
    </div>
  );
}
