import { defaultLanguage } from '../../../locale/languages';
import { readDraft } from '../../../setup/draft';
import { eventOf } from '../../../setup/event-view';
import { getAppContext } from '../../../runtime/app-context';
import { imageAnswer } from '../../common/image/image-answer';
import { loadPicture } from '../../common/image/pictures';
import { need } from '../../common/request/load';
import { forCatalogs } from '../administration/catalogs';

/** The first picture of an event of a draft, as the shop would show it. */
export async function answerDraftPicture(catalogId: string, key: string): Promise<Response> {
  const answer = await forCatalogs('catalog:edit', [catalogId], async (admin) => {
    const { feed } = need(await admin.getDraftFeed(catalogId, { language: defaultLanguage }));
    const draft = readDraft(feed);
    return (draft && eventOf(draft, key)?.images[0]?.contentUrl) ?? null;
  });
  if (answer.kind !== 'staff') return empty(403);
  const { value } = answer;
  if (value.kind === 'unavailable') return empty(503);
  if (value.kind !== 'loaded' || value.value === null || !URL.canParse(value.value)) return empty(404);
  const picture = await loadPicture(await getAppContext(), value.value, { catalogId, of: 'a draft' });
  const response = imageAnswer(picture, null);
  response.headers.set('cache-control', 'no-store');
  return response;
}

const empty = (status: number) => new Response(null, { status, headers: { 'cache-control': 'no-store' } });
