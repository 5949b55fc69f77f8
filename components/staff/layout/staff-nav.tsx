'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Link } from '../../ui/link';

interface PageLink {
  readonly name: string;
  readonly href: string;
  /** The pages below this path belong to it; null: none. */
  readonly section: string | null;
  /** What waits there. */
  readonly badge: { readonly count: number; readonly text: string } | null;
}

interface StaffNavProps {
  readonly label: string;
  readonly groups: readonly { readonly name: string; readonly pages: readonly PageLink[] }[];
}

/** The pages of the staff in groups; one row, which is moved sideways on a narrow window, and broken on a wide one. */
export function StaffNav({ label, groups }: StaffNavProps) {
  const path = usePathname();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    // The browser has shown it at once, or the page before has: a link that moves under a finger opens another page.
    if (row.current && current && !isInView(current, row.current))
      row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 16;
  }, [path]);
  return (
    <nav aria-label={label} className="max-w-full">
      <ul
        ref={row}
        className="-mx-1.5 flex gap-x-6 overflow-x-auto px-1.5 text-small lg:flex-wrap lg:gap-x-8"
      >
        {groups.map((group) => (
          <li key={group.name} className="shrink-0">
            <p aria-hidden="true" className="text-micro text-ink-soft">
              {group.name}
            </p>
            <ul aria-label={group.name} className="flex gap-x-4">
              {group.pages.map((page) => (
                <li key={page.name} className="shrink-0">
                  <PageLinkView page={page} path={path} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isInView(link: HTMLElement, row: HTMLElement): boolean {
  const [inner, outer] = [link.getBoundingClientRect(), row.getBoundingClientRect()];
  return inner.left >= outer.left && inner.right <= outer.right;
}

function PageLinkView({ page, path }: { page: PageLink; path: string }) {
  const isBelow = page.section !== null && path.startsWith(`${page.section}/`);
  const current = path === page.href ? 'page' : isBelow ? 'true' : undefined;
  return (
    <Link
      href={page.href}
      aria-current={current}
      className="inline-flex min-h-target items-center gap-1.5 border-b-4 border-transparent font-semibold whitespace-nowrap no-underline hover:underline aria-[current]:border-accent aria-[current]:[scroll-initial-target:nearest]"
    >
      {page.name}
      {page.badge === null ? null : (
        <span className="tabular rounded-full bg-accent px-2 text-micro font-bold text-on-accent">
          <span aria-hidden="true">{page.badge.count}</span>
          <span className="sr-only">, {page.badge.text}</span>
        </span>
      )}
    </Link>
  );
}
