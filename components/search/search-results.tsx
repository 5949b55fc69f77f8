import { useLocale, useTranslations } from 'next-intl';
import type { CriteriaName } from '@/lib/discovery/criteria';
import { formatDay } from '@/lib/locale/venue-time';
import type { SearchView } from '@/lib/storefront/shop/search/discovery';
import { buttonClass } from '../ui/button';
import { Empty } from '../ui/empty';
import { Link, TextLink } from '../ui/link';
import { useCriterionName, useMeaningName } from './criterion-name';
import { EventCard } from './event-card';
import { Unread } from './unread';

interface ResultsProps {
  readonly view: SearchView;
  /** The address of this page with other parameters. */
  readonly hrefOf: (parameters: Readonly<Record<string, string>>) => string;
  /** Whether the events are of several catalogues. */
  readonly hasHouses?: boolean;
}

/** The name of a criterion's value; a range of days is one. */
function useGivenName({ criteria, choices }: SearchView): (name: CriteriaName) => string {
  const t = useTranslations('search');
  const nameOf = useCriterionName();
  return (name) => {
    const value = criteria[name] ?? '';
    if (name === 'from' && criteria.until !== undefined) {
      return t('range', { first: nameOf('from', value), last: nameOf('until', criteria.until) });
    }
    if (name === 'from') return t('fromDay', { day: nameOf('from', value) });
    if (name === 'until') return t('untilDay', { day: nameOf('until', value) });
    if (name === 'catalog')
      return choices.catalog.find((one) => one.value === value)?.name ?? t('labels.catalog');
    return nameOf(name, value);
  };
}

function Given({ view, hrefOf }: ResultsProps) {
  const t = useTranslations('search');
  const [nameOfCriterion, nameOfMeanings] = [useGivenName(view), useMeaningName()];
  const nameOf = ({ name, text, meanings }: SearchView['given'][number]) =>
    meanings === undefined ? (text ?? nameOfCriterion(name)) : nameOfMeanings(meanings);
  // Of the links above the filters, those that are chosen remove what they set.
  const isQuick = (name: CriteriaName) => view.quick.some((one) => one.isChosen && one.name === name);
  const shown = view.given.filter(({ name }) => !isQuick(name));
  if (shown.length === 0 && view.given.length < 2) return null;
  return (
    <ul aria-label={t('given')} className="flex flex-wrap gap-2 pt-4">
      {shown.map((given) => (
        <li key={`${given.name} ${nameOf(given)}`}>
          <Link
            href={hrefOf(given.parameters)}
            scroll={false}
            aria-label={t('remove', { name: nameOf(given) })}
            className="inline-flex min-h-target max-w-full items-center gap-2 rounded border border-edge px-3 text-small font-semibold wrap-anywhere no-underline hover:underline"
          >
            {nameOf(given)} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {view.given.length > 1 ? (
        <li>
          <TextLink href={hrefOf({})} scroll={false}>
            {t('clear')}
          </TextLink>
        </li>
      ) : null}
    </ul>
  );
}

function Sortings({ view, hrefOf }: ResultsProps) {
  const t = useTranslations('search.sort');
  return (
    <nav aria-label={t('by')} className="flex flex-wrap items-center gap-x-4 text-small">
      <span aria-hidden="true" className="text-ink-soft">
        {t('by')}
      </span>
      {view.sortings.map(({ name, isChosen, parameters }) => (
        <Link
          key={name}
          href={hrefOf(parameters)}
          scroll={false}
          aria-current={isChosen ? 'true' : undefined}
          className="inline-flex min-h-target items-center underline aria-[current=true]:font-bold aria-[current=true]:no-underline"
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}

function Nothing({ view, hrefOf }: ResultsProps) {
  const t = useTranslations('search');
  const language = useLocale();
  const nameOf = useGivenName(view);
  const { nextDay, nearest, nearestWords } = view;
  return (
    <Empty title={t('empty')}>
      {nearest.length === 0 && nextDay === null ? null : <p>{t('emptyText')}</p>}
      <ul>
        {nextDay === null ? null : (
          <li>
            <TextLink href={hrefOf(nextDay.parameters)} scroll={false}>
              {t('nextDay', { day: formatDay(nextDay.day, language) })}
            </TextLink>
          </li>
        )}
        {nearestWords === null ? null : (
          <li>
            <TextLink href={hrefOf(nearestWords.parameters)} scroll={false}>
              {t('without', { name: nearestWords.without, count: nearestWords.count })}
            </TextLink>
          </li>
        )}
        {nearest.map((one) => (
          <li key={one.name}>
            <TextLink href={hrefOf(one.parameters)} scroll={false}>
              {t('without', { name: nameOf(one.name), count: one.count })}
            </TextLink>
          </li>
        ))}
      </ul>
    </Empty>
  );
}

/** The last day is before the first one: that is no answer about the events. */
function Reversed({ view, hrefOf }: ResultsProps) {
  const t = useTranslations('search');
  const nameOf = useCriterionName();
  const { from = '', until = '' } = view.criteria;
  if (view.swapped === null) return null;
  return (
    <TextLink href={hrefOf(view.swapped)} scroll={false}>
      {t('swap', { range: t('range', { first: nameOf('from', until), last: nameOf('until', from) }) })}
    </TextLink>
  );
}

function Pages({ view, hrefOf }: ResultsProps) {
  const t = useTranslations('search');
  const { page, pages, parameters } = view;
  if (pages === 1) return null;
  const at = (number: number) => hrefOf(number === 1 ? parameters : { ...parameters, page: String(number) });
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center gap-4 pt-10">
      {page > 1 ? (
        <Link href={at(page - 1)} rel="prev" className={buttonClass('secondary')}>
          {t('previous')}
        </Link>
      ) : null}
      <p className="tabular">{t('page', { page, pages })}</p>
      {page < pages ? (
        <Link href={at(page + 1)} rel="next" className={buttonClass('secondary')}>
          {t('next')}
        </Link>
      ) : null}
    </nav>
  );
}

/** How many events were found, what was asked for, and one page of the events. */
export function SearchResults({ view, hrefOf, hasHouses = false }: ResultsProps) {
  const t = useTranslations('search');
  const nameOf = useCriterionName();
  const { swapped, problems } = view;
  const title = swapped === null ? t('count', { count: view.total }) : t('problem.order');
  return (
    <section aria-labelledby="results-title" className="pt-6">
      {/* Announced when the results change while the customer types. */}
      <p role="status" className="sr-only">
        {title}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="results-title" className="text-heading">
          {title}
        </h2>
        {view.total > 1 && swapped === null ? <Sortings view={view} hrefOf={hrefOf} /> : null}
      </div>
      <Given view={view} hrefOf={hrefOf} />
      {problems.unusedDay === null ? null : (
        <p className="pt-3 text-small">{t('unusedDay', { day: nameOf('day', problems.unusedDay) })}</p>
      )}
      <div className="pt-6">
        {swapped !== null ? (
          <Reversed view={view} hrefOf={hrefOf} />
        ) : view.total === 0 ? (
          <Nothing view={view} hrefOf={hrefOf} />
        ) : (
          <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-3">
            {view.events.map((card) => (
              <EventCard key={`${card.catalog.id} ${card.id}`} card={card} hasHouse={hasHouses} />
            ))}
          </ul>
        )}
      </div>
      <Pages view={view} hrefOf={hrefOf} />
      <Unread names={view.unread} />
      {view.complete ? null : <p className="pt-6 text-small text-ink-soft">{t('truncated')}</p>}
    </section>
  );
}
