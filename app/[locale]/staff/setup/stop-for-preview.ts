import type { Draft } from '@/lib/setup/draft';
import type { SessionsDone } from '@/lib/setup/edit-sessions';
import type { Preview } from '@/lib/storefront/staff/setup/setup-problem';
import { seenText, sessionsPreview } from './preview-lines';

/** Saves only what the form has just shown: without it, or if it would do something else by now, it is shown first. */
export async function stopForPreview({ intent, seen }: { intent: string; seen: string }) {
  const previewOf = await sessionsPreview();
  return (done: SessionsDone & { readonly rest?: number }, draft: Draft): Preview | null => {
    const preview = previewOf(done, draft);
    // Forms send line ends as CRLF.
    return intent === 'save' && seen.replaceAll('\r\n', '\n') === seenText(preview) ? null : preview;
  };
}
