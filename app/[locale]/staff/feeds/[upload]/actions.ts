'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { readForm } from '@/lib/storefront/common/forms/read-form';
import { importUpload } from '@/lib/storefront/staff/feed/feeds';
import { notDone } from '../../not-done';

const applyForm = z.object({
  upload: z.string().max(100),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  // The confirmation is a box to tick, so that it works without scripts.
  confirmed: z.literal('yes'),
});

/** Imports an uploaded feed, exactly as the page showed it. */
export async function applyFeed(form: FormData): Promise<void> {
  const { upload, hash } = readForm(applyForm, form);
  const language = await getLocale();
  const answer = await importUpload(upload, hash, language);
  if (answer.kind !== 'staff') return notDone(paths.staffUpload(language, upload));
  // The page itself says whether the upload is still there.
  const { value } = answer;
  if (value.kind === 'imported') redirect(paths.staffCatalog(language, value.catalogId, { done: 'import' }));
  const query = value.kind === 'refused' || value.kind === 'away' ? { problem: value.kind } : {};
  redirect(paths.staffUpload(language, upload, query));
}
