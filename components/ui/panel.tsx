import type { ReactNode } from 'react';

/** Beside the choices on a wide screen, below them on a narrow one: the choice, and the next step. */
export function Panel({ title, id, children }: { title: ReactNode; id: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-t-8 border-accent bg-paper-deep px-5 py-5 tall:md:sticky md:top-20 md:self-start"
    >
      <h3 id={`${id}-title`} aria-live="polite" className="text-[1.375rem] leading-7">
        {title}
      </h3>
      <div className="pt-2">{children}</div>
    </section>
  );
}
