'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Link } from '../../ui/link';

interface StaffNavProps {
  readonly label: string;
  /** `section`: the pages below this path belong to it. */
  readonly pages: readonly { readonly name: string; readonly href: string; readonly section: string }[];
}

/** The pages of the staff; one row on a phone, which is moved sideways. */
export function StaffNav({ label, pages }: StaffNavProps) {
  const path = usePathname();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft;
  }, [path]);
  const currentOf = ({ href, section }: StaffNavProps['pages'][number]) => {
    if (path === href) return 'page';
    return path.startsWith(`${section}/`) ? 'true' : undefined;
  };
  return (
    <nav aria-label={label} className="max-w-full">
      <ul ref={list} className="-m-1.5 flex gap-x-5 overflow-x-auto p-1.5 md:flex-wrap md:overflow-visible">
        {pages.map((page) => (
          <li key={page.name} className="shrink-0">
            <Link
              href={page.href}
              aria-current={currentOf(page)}
              className="inline-flex min-h-target items-center underline aria-[current]:font-bold aria-[current]:no-underline"
            >
              {page.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
