import type { ReactNode } from 'react';

/** On a phone: the next step within reach of the thumb. Last inside its container; where there is little height, for example
 * when the page is enlarged, it stays in its place. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t-2 border-ink bg-paper px-4 py-3 sm:-mx-8 sm:px-8 md:hidden tall:sticky [&>:first-child]:flex-[1_1_4.5rem]">
      {children}
    </div>
  );
}
