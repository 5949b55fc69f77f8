import { getTranslations } from 'next-intl/server';
import type { Draft } from '@/lib/setup/draft';
import type { DoneSessions } from '@/lib/storefront/staff/setup/save-sessions';
import { unlessSeen } from '@/lib/storefront/staff/setup/seen-preview';
import type { Preview } from '@/lib/storefront/staff/setup/setup-problem';
import { typedFields } from '@/lib/storefront/staff/setup/typed';
import { sessionsPreview } from './preview-lines';

/** Saves only what the form has just shown: without it, or if anything differs by now, it is shown first. */
export async function stopForPreview(seen: { intent: string; seen: string }, form: FormData) {
  const previewOf = await sessionsPreview();
  const typed = typedFields(form);
  return (done: DoneSessions, draft: Draft): Preview | null =>
    unlessSeen(seen, typed, previewOf(done, draft));
}

/** Shows what a change of sessions would do only if tickets were sold for them. The same button then does it. */
export async function stopForSold({ seen }: { seen: string }, form: FormData) {
  const previewOf = await sessionsPreview();
  const t = await getTranslations('setup.would');
  const typed = typedFields(form);
  return (done: DoneSessions, draft: Draft): Preview | null => {
    if (done.sold === undefined || done.sold.tickets === 0) return null;
    const { lines, ...preview } = previewOf(done, draft);
    return unlessSeen({ intent: 'save', seen }, typed, { ...preview, lines: [...lines, t('again')] });
  };
}
