import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { withQuery } from '@/lib/locale/paths';
import type { QuickFilter } from '@/lib/storefront/shop/search/quick-filters';
import { Link } from '../ui/link';
import { useCriterionName } from './criterion-name';

interface QuickFiltersProps {
  readonly filters: readonly QuickFilter[];
  /** The address of the list, without parameters. */
  readonly action: string;
  /** False: the list is on another page. */
  readonly isHere?: boolean;
  /** Another link beside them. */
  readonly beside?: ReactNode;
}

/** Filters as links, so that one touch is enough. */
export function QuickFilters({ filters, action, isHere = true, beside = null }: QuickFiltersProps) {
  const t = useTranslations('search');
  const nameOf = useCriterionName();
  const list = (
    <ul aria-label={t('quick')} className="flex flex-wrap gap-2 pt-3">
      {filters.map(({ name, value, isChosen, parameters }) => (
        <li key={value}>
          <Link
            href={withQuery(action, parameters)}
            scroll={!isHere}
            {...(isChosen
              ? { 'aria-current': 'true', 'aria-label': t('remove', { name: nameOf(name, value) }) }
              : {})}
            className="inline-flex min-h-target items-center gap-2 rounded border border-edge px-2.5 text-small font-semibold no-underline hover:underline aria-[current=true]:border-ink aria-[current=true]:bg-ink aria-[current=true]:text-paper"
          >
            {nameOf(name, value)}
            {isChosen ? <span aria-hidden="true">×</span> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
  return beside === null ? (
    list
  ) : (
    <div className="flex flex-wrap items-end justify-between gap-x-6">
      {list}
      {beside}
    </div>
  );
}
