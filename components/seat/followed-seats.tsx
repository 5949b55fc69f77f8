'use client';

import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { useCounts } from '../offer/type-quantities';

interface FollowedSeatsProps {
  /** Of the tickets, by the fields of their numbers; null: for any seat. */
  readonly zones: Readonly<Record<string, string | null>>;
  readonly children: ReactNode;
}

const follow = () => import('./follow-seats');

/** Around the plan: each seat that is marked is one ticket more in the form. The code comes only where there is a plan. */
export function FollowedSeats({ zones, children }: FollowedSeatsProps) {
  const { types, textOf, setText, total, setSeats } = useCounts();
  const plan = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The browser may have restored what was marked.
    void follow().then(({ wordsOf }) => {
      if (plan.current !== null) setSeats(wordsOf(plan.current));
    });
  }, [setSeats]);
  const onChange = ({ target, currentTarget }: SyntheticEvent<HTMLDivElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    void follow().then(({ wordsOf, numbersFor }) => {
      setSeats(wordsOf(currentTarget));
      const isTouched = total !== null;
      const numbers = numbersFor(currentTarget, target, { types, textOf, zones, isTouched });
      for (const [field, text] of numbers) setText(field, text);
    });
  };
  return (
    <div ref={plan} onChange={onChange}>
      {children}
    </div>
  );
}

/** Where another time is chosen than the plan's; and always without scripts, which could not tell. `field`: of the time. */
export function IfOtherTime({
  field,
  shownId,
  children,
}: Record<'field' | 'shownId', string> & { children: ReactNode }) {
  const { sessions } = useCounts();
  return <div className={sessions[field] === shownId ? 'without-script' : ''}>{children}</div>;
}
