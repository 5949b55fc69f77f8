'use client';

import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useState } from 'react';
import { typedText } from '@/lib/contract/typed-text';
import { searchBoxClass, searchBoxId } from '../layout/search-box';
import type { ScannerTexts } from '../scanner/scanner-texts';
import { ScanButton } from '../scanner/scan-button';
import { Button } from '../../ui/button';
import { FoundTable, type FoundColumn } from './found-table';
import type { FoundView } from './found-view';
import { fetchFound, isBusy, type SearchProblem, problemOfSearch } from './fetch-found';

export interface LiveSearchProps {
  readonly initial: FoundView;
  /** The page, which answers the form without scripts. */
  readonly action: string;
  readonly language: string;
  readonly longest: number;
  readonly scanner: ScannerTexts;
  readonly texts: Readonly<Record<'label' | 'hint' | 'button' | 'keysHint', string>> & {
    readonly problems: Readonly<Record<SearchProblem, string>>;
    readonly columns: readonly FoundColumn[];
  };
}

/** Search starts this long after the last key press: shorter than people notice, longer than between two fast letters. */
const debounceMilliseconds = 120;
/** The server answers 429 until this person's aborted search has ended: try 20 times, 300 ms apart. */
const retryMilliseconds = 300;
const mostRetries = 20;

const resultsId = 'staff-found';
const hintId = 'staff-search-hint';

/** Staff search that updates while typing; works as a form without scripts. The box is in the bar, the results on the page. */
export function LiveSearch({ children, ...props }: LiveSearchProps & { children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Search {...props}>{children}</Search>
    </QueryClientProvider>
  );
}

/**
 * Initial text of the box: the URL's `q`, which is newer than the page after Back. The page is then the one that the
 * server made first.
 */
function useFirstText({ query }: FoundView, longest: number): string {
  const address = useSearchParams() as URLSearchParams | null;
  const asked = typedText(address?.get('q') ?? (address === null ? query : ''));
  return asked.length > longest ? query : asked;
}

/** After a search with the button or Enter, so that the arrow keys lead to the results. */
function useFocusAfterSearch(isSearched: boolean): void {
  useEffect(() => {
    // With a finger the keyboard of the screen would cover the results.
    if (!isSearched || !matchMedia('(pointer: fine)').matches) return;
    const box = document.querySelector<HTMLInputElement>(`input#${searchBoxId}`);
    if (document.activeElement !== document.body) return;
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
  }, [isSearched]);
}

function useDebounced(text: string): [string, (text: string) => void] {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return [settled, setSettled];
}

/** What is found for a text, and the page's URL for it. The page itself has brought the first results. */
function useFound(asked: string, { initial, action, language }: LiveSearchProps) {
  const isInitial = asked === initial.query;
  // An earlier request is aborted when another text is asked for.
  const { data, error, isFetching } = useQuery({
    queryKey: ['staff-search', language, asked],
    queryFn: ({ signal }) => fetchFound(asked, language, signal),
    enabled: asked !== '' && !isInitial,
    placeholderData: keepPreviousData,
    retry: (count, reason) => isBusy(reason) && count < mostRetries,
    retryDelay: retryMilliseconds,
    staleTime: 10_000,
  });
  useEffect(() => {
    const shown = new URLSearchParams(window.location.search).get('q') ?? '';
    if (typedText(shown) === asked) return;
    const search = asked === '' ? '' : `?${new URLSearchParams({ q: asked }).toString()}`;
    // Without a navigation: the page is not made again for each letter.
    window.history.replaceState(null, '', `${action}${search}`);
  }, [action, asked]);
  const view = isInitial ? initial : asked === '' ? null : (data ?? null);
  const problem = isInitial || error === null ? null : problemOfSearch(error);
  return { view, problem, isFetching };
}

interface Searching extends ReturnType<typeof useFound> {
  readonly props: LiveSearchProps;
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly scanned: (code: string) => void;
}

const SearchContext = createContext<Searching | null>(null);

function Search({ children, ...props }: LiveSearchProps & { children: ReactNode }) {
  const { initial, longest } = props;
  const [typed, setTyped] = useState(useFirstText(initial, longest));
  const [asked, setAsked] = useDebounced(typedText(typed));
  const found = useFound(asked, props);
  useFocusAfterSearch(initial.query !== '');
  const scanned = (code: string) => {
    setTyped(code);
    setAsked(typedText(code));
  };
  return (
    <SearchContext value={{ ...found, props, typed, type: setTyped, scanned }}>{children}</SearchContext>
  );
}

function useSearching(): Searching {
  const searching = useContext(SearchContext);
  if (searching === null) throw new Error('the box and the results are inside of <LiveSearch>');
  return searching;
}

/** The search box in the bar. */
export function LiveSearchBox() {
  const { props, typed, type, scanned } = useSearching();
  const { action, longest, scanner, texts } = props;
  return (
    <search>
      <form action={action} onKeyDown={moveFocus} className="flex flex-wrap gap-2">
        <label htmlFor={searchBoxId} className="sr-only">
          {texts.label}
        </label>
        <input
          id={searchBoxId}
          name="q"
          type="search"
          placeholder={texts.label}
          value={typed}
          onChange={({ target }) => type(target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={longest}
          aria-controls={resultsId}
          aria-describedby={hintId}
          aria-keyshortcuts="/"
          required
          className={searchBoxClass}
        />
        <Button type="submit" variant="secondary">
          {texts.button}
        </Button>
        <ScanButton texts={scanner} onCode={scanned} />
      </form>
    </search>
  );
}

/** What was found, on the page below the bar; before a search, what can be searched for. */
export function LiveSearchResults() {
  const { props, view, problem, isFetching } = useSearching();
  const { texts } = props;
  const status = problem === null ? (view?.title ?? '') : texts.problems[problem];
  return (
    <section id={resultsId} aria-busy={isFetching} onKeyDown={moveFocus} className="space-y-3 pb-8">
      <p id={hintId} className={status === '' ? 'max-w-text text-small text-ink-soft' : 'sr-only'}>
        {texts.hint}
      </p>
      <div role="status">{status === '' ? null : <h2 className="text-lead">{status}</h2>}</div>
      {view === null || problem !== null ? null : <Results view={view} texts={texts} />}
    </section>
  );
}

function Results({ view, texts }: { view: FoundView; texts: LiveSearchProps['texts'] }) {
  return (
    <>
      {view.hint === '' ? null : <p className="max-w-text">{view.hint}</p>}
      {view.rows.length === 0 ? null : (
        <>
          <p className="text-small text-ink-soft needs-script max-md:hidden">{texts.keysHint}</p>
          <FoundTable rows={view.rows} caption={view.title} columns={texts.columns} />
        </>
      )}
      {view.notes.map((note) => (
        <p key={note} className="max-w-text font-bold">
          {note}
        </p>
      ))}
    </>
  );
}

/** The arrow keys move from the box through the results and back; Enter opens a result, as it does with any link. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...document.querySelectorAll<HTMLElement>(`#${searchBoxId}, [data-result] th a`)];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (at < 0) return;
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
