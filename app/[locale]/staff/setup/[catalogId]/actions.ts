'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { SetupState } from '@/components/staff/setup/setup-form';
import { paths } from '@/lib/locale/paths';
import { staffAction, staffFormAction } from '@/lib/storefront/common/forms/actions';
import type { SetupProblem } from '@/lib/storefront/staff/setup/setup-problem';
import { adoptCatalog, beginDraft, endDraft, restoreRevision } from '@/lib/storefront/staff/setup/drafts';
import { again } from '../again';
import { notConfirmed, seenForm } from '../forms';

const typed = z.string().max(10_000).default('');
/** `sold`: how many sold tickets the page has named, which is confirmed then. */
const publishForm = seenForm.extend({
  reason: typed,
  sold: z.string().max(20).default('0'),
  confirmed: z.literal('yes').optional(),
});

/** Makes the catalogue what the draft says. */
export const publishDraft = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', publishForm, again, async (staff, sent, { language }) => {
    if (sent.sold !== '0' && sent.confirmed === undefined) return notConfirmed;
    const problem = await endDraft(staff, 'publish', sent, sent.reason, language);
    return (
      (await unlessUnseen(problem)) ??
      paths.staffSetupCatalog(language, sent.catalogId, {
        done: sent.sold === '0' ? 'published' : 'published_sold',
      })
    );
  })(previous, form);

const discardForm = seenForm.extend({ confirmed: z.literal('yes').optional() });

/** Gives up what was written since the last publication. */
export const discardDraft = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', discardForm, again, async (staff, sent, { language }) => {
    if (sent.confirmed === undefined) return notConfirmed;
    const t = await getTranslations('setup');
    const problem = await endDraft(staff, 'discard', sent, t('discard.title'), language);
    // A catalogue that was never published is gone.
    return (await unlessUnseen(problem)) ?? paths.staffSetup(language);
  })(previous, form);

/** What somebody else has written meanwhile is looked at before it is published or lost: the same form can't do it. */
async function unlessUnseen(problem: SetupProblem | null): Promise<SetupProblem | null> {
  if (problem?.kind !== 'stale' || problem.version === null) return problem;
  const t = await getTranslations('setup.problem');
  return { kind: 'refused', text: t('changed'), path: null };
}

const catalogForm = z.object({ catalogId: z.guid() });

/** Begins a draft of what is published. */
export const beginChange = async (form: FormData) =>
  staffAction(
    'catalog:edit',
    catalogForm,
    ({ catalogId }, { language }) => paths.staffSetupCatalog(language, catalogId),
    async (staff, { catalogId }, { language }) => {
      const t = await getTranslations('setup');
      const problem = await beginDraft(staff, catalogId, t('change'), language);
      return problem === null ? null : { done: problem.kind };
    },
  )(form);

const revisionForm = catalogForm.extend({ id: z.guid(), number: z.string().regex(/^\d{1,9}$/) });

/** Makes an earlier revision the draft. */
export const bringBack = async (form: FormData) =>
  staffAction(
    'catalog:edit',
    revisionForm,
    ({ catalogId }, { language }) => paths.staffSetupCatalog(language, catalogId),
    async (staff, { catalogId, id, number }, { language }) => {
      const t = await getTranslations('setup.revisions');
      const reason = t('broughtBack', { number: Number(number) });
      const problem = await restoreRevision(staff, { catalogId, id }, reason, language);
      return { done: problem === null ? 'restored' : problem.kind };
    },
  )(form);

const adoptForm = catalogForm.extend({ reason: typed, confirmed: z.literal('yes').optional() });

/** Gives the catalogue of a feed to people. */
export const adopt = async (previous: SetupState, form: FormData): Promise<SetupState> =>
  staffFormAction('catalog:edit', adoptForm, again, async (staff, sent, { language }) => {
    if (sent.confirmed === undefined) return notConfirmed;
    const problem = await adoptCatalog(staff, sent.catalogId, sent.reason, language);
    return problem ?? paths.staffSetupCatalog(language, sent.catalogId, { done: 'adopted' });
  })(previous, form);
