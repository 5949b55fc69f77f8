import type { ReactNode } from 'react';
import { PageFrame } from '../layout/page-frame';

interface PlainPageProps {
  title: string;
  text: ReactNode;
  children: ReactNode;
}

/** A page with one message: what happened, and how to continue. */
export function PlainPage({ title, text, children }: PlainPageProps) {
  return (
    <PageFrame accent="vermilion">
      <div className="py-12 sm:py-20">
        <h1 className="max-w-[18ch] text-title">{title}</h1>
        <div className="max-w-text space-y-3 py-6 font-serif text-lead">{text}</div>
        {children}
      </div>
    </PageFrame>
  );
}
