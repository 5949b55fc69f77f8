import type { ReactNode } from 'react';
import { PageFrame } from './page-frame';
import { FocusWhenShown } from '../ui/focus-when-shown';

interface PlainPageProps {
  title: string;
  /** The result of what the visitor just did: it gets the focus, because the button that was pressed is gone. */
  isResult?: boolean;
  text: ReactNode;
  children: ReactNode;
}

/** A page with one message: what happened, and how to continue. */
export function PlainPage({ title, isResult = false, text, children }: PlainPageProps) {
  return (
    <PageFrame>
      <div className="py-12 sm:py-20">
        <h1 className="max-w-[18ch] text-title" tabIndex={isResult ? -1 : undefined}>
          {title}
          {isResult ? <FocusWhenShown /> : null}
        </h1>
        <div className="max-w-text space-y-3 py-6 font-serif text-lead">{text}</div>
        {children}
      </div>
    </PageFrame>
  );
}
