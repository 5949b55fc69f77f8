import type { FoundView } from './found-view';

export type SearchProblem = 'signedOut' | 'notAllowed' | 'failed';

/** The server has answered, but not with what was searched for. */
class SearchRefused extends Error {
  override readonly name = 'SearchRefused';
  constructor(readonly status: number) {
    super(`the search answered ${status}`);
  }
}

export async function fetchFound(query: string, language: string, signal: AbortSignal): Promise<FoundView> {
  const parameters = new URLSearchParams({ q: query, language });
  const response = await fetch(`/api/staff/search?${parameters.toString()}`, { signal });
  if (!response.ok) throw new SearchRefused(response.status);
  // Of the same program: the page and this answer are made by one function.
  return (await response.json()) as FoundView;
}

/** Earlier searches of the same person have not ended yet. */
export function isBusy(error: Error): boolean {
  return error instanceof SearchRefused && error.status === 429;
}

export function problemOfSearch(error: Error): SearchProblem {
  if (!(error instanceof SearchRefused)) return 'failed';
  if (error.status === 401) return 'signedOut';
  return error.status === 403 ? 'notAllowed' : 'failed';
}
