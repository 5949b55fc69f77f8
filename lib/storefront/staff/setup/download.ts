import { defaultLanguage } from '../../../locale/languages';
import { isId } from '../../common/request/load';
import { forStaff } from '../../common/account/for-staff';
import { orUnavailable } from '../../common/request/or-unavailable';

/** The catalogue as a feed, which can be uploaded elsewhere: its draft, or else what is published. */
export async function answerDownload(catalogId: string): Promise<Response> {
  const answer = await forStaff('catalog:edit', async ({ catalogAdmin }) => {
    if (catalogAdmin === null || !isId(catalogId)) return null;
    const call = { language: defaultLanguage };
    return orUnavailable(async () => {
      const draft = await catalogAdmin.getDraftFeed(catalogId, call);
      return draft.kind === 'found' ? draft : catalogAdmin.getManagedFeed(catalogId, call);
    });
  });
  if (answer.kind !== 'staff') return empty(403);
  const { value } = answer;
  if (value === 'unavailable') return empty(503);
  if (value === null || value.kind === 'missing') return empty(404);
  const { feed } = value.value;
  return new Response(`${JSON.stringify(feed, null, 2)}\n`, {
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${fileName(feed)}.json"`,
    },
  });
}

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const empty = (status: number) => new Response(null, { status, headers });

/** The key of the catalogue, as far as file names allow it. */
function fileName(feed: unknown): string {
  const { catalog } = Object(feed) as { catalog?: { key?: unknown } };
  const key = typeof catalog?.key === 'string' ? catalog.key : '';
  return key.replaceAll(/[^\w.-]/g, '-').slice(0, 100) || 'catalogue';
}
