'use server';

import { getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import type { z } from 'zod';
import { guessCountry } from '@/components/checkout/countries';
import type { GuestFormState } from '@/components/staff/guest-list/guest-form';
import { paths } from '@/lib/locale/paths';
import { mostGuests } from '@/lib/shop/values/guest-values';
import { type NotAllowed, staffFormAction } from '@/lib/storefront/common/forms/actions';
import {
  guestFields,
  type GuestField,
  guestForm,
  type GuestProblem,
  type TypedGuests,
} from '@/lib/storefront/staff/guest-list/guest-form';
import { draftGuests } from '@/lib/storefront/staff/guest-list/guest-list';

/** The most wrong lines that are named. */
const mostLines = 10;

/** Of which field a problem is; null: of none. */
function fieldOf({ kind }: GuestProblem): GuestField | null {
  if (kind === 'lines' || kind === 'nobody' || kind === 'many') return 'names';
  return kind === 'offer' || kind === 'speaks' || kind === 'reason' ? kind : null;
}

async function again(
  typed: z.output<typeof guestForm>,
  problem: GuestProblem | NotAllowed,
): Promise<Omit<GuestFormState, 'attempt'>> {
  const t = await getTranslations('lists.guests.problems');
  const values = Object.fromEntries(guestFields.map((name) => [name, typed[name]])) as TypedGuests;
  const told = (text: string, field: GuestField | null) => ({
    values,
    problem: { title: t('title'), text, field },
  });
  if (problem.kind === 'not_allowed') return told(problem.text, null);
  const field = fieldOf(problem);
  if (problem.kind !== 'lines') return told(t(problem.kind, { most: mostGuests }), field);
  const { lines } = problem;
  const named = lines.slice(0, mostLines).map(({ line, why }) => t('line', { line, why: t(`why.${why}`) }));
  const rest = lines.length - named.length;
  return told([...named, ...(rest === 0 ? [] : [t('more', { count: rest })])].join(' '), field);
}

/** Reads what was typed; then leads to the page that shows it, from which the bookings are made. */
export const readGuests = async (previous: GuestFormState, form: FormData): Promise<GuestFormState> =>
  staffFormAction('tickets:give', guestForm, again, async (staff, typed, { language }) => {
    const country = guessCountry((await headers()).get('accept-language'));
    const problem = await draftGuests(staff, typed, { language, country });
    return problem ?? paths.staffGuestList(language, typed.listId);
  })(previous, form);
