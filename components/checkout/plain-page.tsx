import type { ReactNode } from 'react';
import type { Accent } from '../catalog/accent';
import { PageFrame } from '../layout/page-frame';

/** A page that says one thing: what is so, and the way on. */
export function PlainPage({
  title,
  text,
  accent = 'vermilion',
  children,
}: {
  title: string;
  text: ReactNode;
  accent?: Accent;
  children?: ReactNode;
}) {
  return (
    <PageFrame accent={accent}>
      <div className="py-12 sm:py-20">
        <h1 className="max-w-[18ch] text-title">{title}</h1>
        <div className="max-w-text space-y-3 py-6 font-serif text-lead">{text}</div>
        {children}
      </div>
    </PageFrame>
  );
}
