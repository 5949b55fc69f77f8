import type { ReactNode } from 'react';
import { FocusWhenShown } from './focus-when-shown';

interface NoticeProps {
  tone?: 'plain' | 'problem';
  title: ReactNode;
  children?: ReactNode;
  id?: string;
}

/**
 * A message that the visitor has to see before continuing. A problem is announced, and gets the focus when it
 * appears, so that the visitor need not search for it.
 */
export function Notice({ tone = 'plain', title, children, id }: NoticeProps) {
  const isProblem = tone === 'problem';
  return (
    <div
      id={id}
      role={isProblem ? 'alert' : undefined}
      tabIndex={isProblem ? -1 : undefined}
      className={`rounded border-l-8 px-5 py-4 ${isProblem ? 'border-bad bg-bad-soft' : 'border-ink bg-paper-deep'}`}
    >
      <h2 className={`text-base font-bold ${isProblem ? 'text-bad' : ''}`}>{title}</h2>
      {children === undefined ? null : <div className="max-w-text space-y-2 pt-1">{children}</div>}
      {isProblem ? <FocusWhenShown /> : null}
    </div>
  );
}
