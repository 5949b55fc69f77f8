import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import type { SessionsDone } from '@/lib/setup/edit-sessions';
import type { SetupProblem } from '@/lib/storefront/staff/setup/setup-problem';

type Saved = { readonly kind: 'saved'; readonly done: SessionsDone } | SetupProblem;

/** Where a form for the sessions of an event leads: to the month in which they are, or nowhere with a problem. */
export function afterSessions(
  saved: Saved,
  { catalogId, thing }: { catalogId: string; thing: string },
  language: Language,
): string | SetupProblem {
  if (saved.kind !== 'saved') return saved;
  const { first, removed, added } = saved.done;
  const month = first?.slice(0, 7);
  const done = removed > added ? 'removed' : 'saved';
  return paths.staffSetupPart(language, catalogId, 'sessions', {
    key: thing,
    done,
    ...(month ? { month } : {}),
  });
}
