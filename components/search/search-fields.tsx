import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Criteria } from '@/lib/discovery/criteria';
import { isDay } from '@/lib/locale/calendar';
import type { SearchView } from '@/lib/storefront/shop/search/discovery';
import { Button } from '../ui/button';
import { controlClass, SelectField } from '../ui/field';
import { SearchForm } from './search-form';
import { useCriterionName } from './criterion-name';
import { QuickFilters } from './quick-filters';

interface Option {
  readonly value: string;
  readonly count: number;
  /** Of a catalogue, whose value is an identifier. */
  readonly name?: string;
}

interface FilterProps {
  readonly name: keyof SearchView['choices'];
  readonly chosen: string | undefined;
  readonly options: readonly Option[];
  /** What it says while nothing is chosen, instead of "Any". */
  readonly none?: string;
}

/** A choice among values; not shown where there is nothing to choose. */
function Filter({ name, chosen, options, none }: FilterProps) {
  const t = useTranslations('search');
  const nameOf = useCriterionName();
  const possible = options.filter(({ value, count }) => count > 0 || value === chosen);
  const isKnown = chosen === undefined || possible.some(({ value }) => value === chosen);
  const shown: readonly Option[] = isKnown ? possible : [...possible, { value: chosen, count: 0 }];
  if (shown.length === 0) return null;
  return (
    <SelectField name={name} label={t(`labels.${name}`)} defaultValue={chosen ?? ''}>
      <option value="">{none ?? t('any')}</option>
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {t('choice', { name: option.name ?? nameOf(name, option.value), count: option.count })}
        </option>
      ))}
    </SelectField>
  );
}

function DateRange({ criteria, problems }: Pick<SearchView, 'criteria' | 'problems'>) {
  const t = useTranslations('search');
  const { from, until } = datesOf(criteria);
  const wrong =
    problems.dates === null ? {} : { 'aria-invalid': true, 'aria-describedby': 'search-dates-error' };
  return (
    <fieldset className="sm:col-span-2">
      <legend className="pb-1 font-bold">{t('date')}</legend>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 sm:flex sm:flex-wrap">
        <label htmlFor="search-from">{t('dateFrom')}</label>
        <input
          id="search-from"
          name="from"
          type="date"
          defaultValue={from ?? ''}
          className={`${controlClass} sm:!w-auto`}
          {...wrong}
        />
        <label htmlFor="search-until">{t('dateTo')}</label>
        <input
          id="search-until"
          name="until"
          type="date"
          defaultValue={until ?? ''}
          className={`${controlClass} sm:!w-auto`}
          {...wrong}
        />
      </div>
      {problems.dates === null ? null : (
        <p id="search-dates-error" className="pt-2 text-small font-bold text-bad">
          {t(`problem.${problems.dates}`)}
        </p>
      )}
    </fieldset>
  );
}

const summaryClass =
  'flex min-h-target cursor-pointer list-none items-center gap-2 font-bold [&::-webkit-details-marker]:hidden';

/** The days, the filters that most people use, and below these the others. */
function Filters({ view, isWithin }: Required<Pick<SearchFieldsProps, 'view' | 'isWithin'>>) {
  const t = useTranslations('search');
  const { criteria, choices } = view;
  const { from, until, named } = datesOf(criteria);
  const isDated = (from ?? until) !== undefined;
  const filter = (
    name: 'catalog' | 'place' | 'category' | 'price' | 'language' | 'accessibility' | 'tickets',
  ) => <Filter name={name} chosen={criteria[name]} options={choices[name]} />;
  return (
    <>
      <Filter
        name="day"
        chosen={named}
        options={choices.day}
        {...(isDated ? { none: t('chosenDates') } : {})}
      />
      <DateRange {...view} />
      {filter('category')}
      {filter('price')}
      {filter('accessibility')}
      <details className="sm:col-span-2 md:col-span-3">
        <summary className={summaryClass}>
          {t('moreFilters')}
          <span aria-hidden="true">▾</span>
        </summary>
        <div className="grid gap-4 pt-1 sm:grid-cols-2 md:grid-cols-3">
          {isWithin ? null : filter('catalog')}
          {filter('place')}
          {filter('language')}
          {filter('tickets')}
        </div>
      </details>
    </>
  );
}

/** The words, and the filters that have something to choose from. `isWithin`: of one catalogue. */
export function SearchFields({ view, action, isWithin = false, beside = null }: SearchFieldsProps) {
  const t = useTranslations('search');
  const { criteria } = view;
  return (
    <SearchForm
      action={action}
      values={fieldValues({ ...criteria, q: view.problems.words?.typed ?? criteria.q })}
    >
      <SearchWords
        words={view.problems.words?.typed ?? criteria.q}
        limit={view.problems.words?.most ?? null}
      />
      {criteria.sort === undefined ? null : <input type="hidden" name="sort" value={criteria.sort} />}
      <QuickFilters filters={view.quick} action={action} beside={beside} />
      {/* Closed also when something is chosen: on a phone the results come first, and show what is chosen. */}
      <details open={view.problems.dates !== null} className="mt-3 border-y border-rule">
        <summary className={summaryClass}>
          {t('filters')}
          <span aria-hidden="true">▾</span>
        </summary>
        <div className="grid gap-4 pt-1 pb-5 sm:grid-cols-2 md:grid-cols-3">
          <Filters view={view} isWithin={isWithin} />
          <div className="self-end">
            <Button type="submit" variant="secondary">
              {t('show')}
            </Button>
          </div>
        </div>
      </details>
    </SearchForm>
  );
}

interface SearchFieldsProps {
  readonly view: SearchView;
  readonly action: string;
  readonly isWithin?: boolean;
  /** A link beside the filters. */
  readonly beside?: ReactNode;
}

/** The values of the fields for days: one date is a range of one day. */
function datesOf({ day, from, until }: Criteria) {
  const isDate = day !== undefined && isDay(day);
  return isDate ? { from: day, until: day, named: undefined } : { from, until, named: day };
}

/** The values of the form's fields. */
function fieldValues(criteria: Criteria): Record<string, string> {
  const { from, until, named } = datesOf(criteria);
  const all = { ...criteria, day: named, from, until };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

interface WordsProps {
  readonly words?: string | undefined;
  /** The most characters, if the words have more. */
  readonly limit?: number | null;
}

/** The field for words. */
export function WordsField({ words, limit = null }: WordsProps) {
  const t = useTranslations('search');
  const language = useLocale();
  return (
    <>
      <label htmlFor="search-words" className="block pb-1 font-bold">
        {t('field')}
      </label>
      <input
        id="search-words"
        name="q"
        type="search"
        lang={language}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        defaultValue={words ?? ''}
        aria-invalid={limit === null ? undefined : true}
        aria-describedby={limit === null ? undefined : 'search-words-error'}
        className={controlClass}
      />
    </>
  );
}

/** The field for words and its button. */
function SearchWords({ words, limit = null }: WordsProps) {
  const t = useTranslations('search');
  return (
    <div className="max-w-text">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 [&>label]:col-span-2">
        <WordsField words={words} limit={limit} />
        <Button type="submit">{t('submit')}</Button>
      </div>
      {limit === null ? null : (
        <p id="search-words-error" role="alert" className="pt-2 text-small font-bold text-bad">
          {t('problem.tooLong', { max: limit })}
        </p>
      )}
    </div>
  );
}
