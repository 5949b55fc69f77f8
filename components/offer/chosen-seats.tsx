'use client';

import { useCounts } from './type-quantities';

/** The marked seats in words, which change with the plan; nothing without scripts. */
export function ChosenSeats({ title }: { title: string }) {
  const { seats } = useCounts();
  return (
    <p role="status" className="needs-script pb-4 empty:hidden">
      {seats === '' ? null : (
        <>
          <b>{title}</b> {seats}
        </>
      )}
    </p>
  );
}
