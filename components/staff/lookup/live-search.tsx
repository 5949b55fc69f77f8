'use client';

import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { typedText } from '@/lib/contract/typed-text';
import type { ScannerTexts } from '../scanner/scanner-texts';
import { ScanButton } from '../scanner/scan-button';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
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

/** Staff search that updates while typing; works as a form without scripts. */
export function LiveSearch(props: LiveSearchProps) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Search {...props} />
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
function useFocusAfterSearch(isSearched: boolean, region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // With a finger the keyboard of the screen would cover the results.
    if (!isSearched || !matchMedia('(pointer: fine)').matches) return;
    const box = region.current?.querySelector<HTMLInputElement>('input[name="q"]');
    if (document.activeElement !== document.body) return;
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
  }, [isSearched, region]);
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

function Search(props: LiveSearchProps) {
  const { initial, action, longest, scanner, texts } = props;
  const region = useRef<HTMLDivElement>(null);
  const resultsId = useId();
  const [typed, setTyped] = useState(useFirstText(initial, longest));
  const [asked, setAsked] = useDebounced(typedText(typed));
  const { view, problem, isFetching } = useFound(asked, props);
  useFocusAfterSearch(initial.query !== '', region);
  const status = problem === null ? (view?.title ?? '') : texts.problems[problem];
  const scanned = (code: string) => {
    setTyped(code);
    setAsked(typedText(code));
  };
  return (
    <div ref={region} onKeyDown={(event) => moveFocus(event, region.current)} className="space-y-8">
      <search>
        <form action={action} className="flex max-w-text flex-wrap items-end gap-3">
          <div className="min-w-0 grow basis-64">
            <Field
              name="q"
              type="search"
              label={texts.label}
              hint={texts.hint}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={longest}
              aria-controls={resultsId}
              required
            />
          </div>
          <Button type="submit">{texts.button}</Button>
          <ScanButton texts={scanner} onCode={scanned} />
        </form>
      </search>
      <section id={resultsId} aria-busy={isFetching} className="space-y-4">
        <div role="status">{status === '' ? null : <h2 className="text-heading">{status}</h2>}</div>
        {view === null || problem !== null ? null : <Results view={view} texts={texts} />}
      </section>
    </div>
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
function moveFocus(event: KeyboardEvent, region: HTMLElement | null): void {
  if (region === null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const stops = [...region.querySelectorAll<HTMLElement>('input[name="q"], [data-result] a')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (at < 0) return;
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
