import type { ReactNode } from 'react';
import { FocusWhenShown } from './focus-when-shown';

interface NoticeProps {
  /** `result`: what the visitor asked for was done. */
  tone?: 'plain' | 'result' | 'problem';
  title: ReactNode;
  children?: ReactNode;
  id?: string;
}

const roles = { plain: undefined, result: 'status', problem: 'alert' } as const;

/**
 * A message that the visitor has to see before continuing. A result or problem is announced, and gets the focus when it
 * appears, so that the visitor need not search for it, and because the button that was pressed may be gone.
 */
export function Notice({ tone = 'plain', title, children, id }: NoticeProps) {
  const isProblem = tone === 'problem';
  const isAnswer = tone !== 'plain';
  return (
    <div
      id={id}
      role={roles[tone]}
      data-answer={tone === 'result' ? '' : undefined}
      tabIndex={isAnswer ? -1 : undefined}
      className={`rounded border-l-8 px-5 py-4 ${isProblem ? 'border-bad bg-bad-soft' : 'border-ink bg-paper-deep'}`}
    >
      <h2 className={`text-base font-bold ${isProblem ? 'text-bad' : ''}`}>{title}</h2>
      {children === undefined ? null : <div className="max-w-text space-y-2 pt-1">{children}</div>}
      {isAnswer ? <FocusWhenShown /> : null}
    </div>
  );
}
