'use client';

import type { KeyboardEvent, ReactNode } from 'react';

// Columns to the right, rows down.
const moves: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function linksOf(table: HTMLTableElement): (HTMLAnchorElement | null)[] {
  return [...table.querySelectorAll('tbody td')].map((cell) => cell.querySelector('a'));
}

/** Arrow keys move from one day with a link to the next one in that direction. The links work without it. */
export function CalendarKeys({ children }: { children: ReactNode }) {
  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const move = moves[event.key];
    const { target, currentTarget } = event;
    const table = currentTarget.querySelector('table');
    if (move === undefined || table === null || !(target instanceof HTMLAnchorElement)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const links = linksOf(table);
    const step = move[0] + move[1] * 7;
    for (let index = links.indexOf(target) + step; index >= 0 && index < links.length; index += step) {
      const link = links[index];
      if (link === undefined || link === null) continue;
      link.focus();
      event.preventDefault();
      return;
    }
  }

  return <div onKeyDown={handleKeyDown}>{children}</div>;
}
