import type { NextRequest } from 'next/server';
import { getTimeZone, getTranslations } from 'next-intl/server';
import { foundView } from '@/components/staff/lookup/found-view';
import { supportedLanguage } from '@/lib/locale/languages';
import { suggestOrders } from '@/lib/storefront/staff/lookup/search-orders';

export const dynamic = 'force-dynamic';

const headers = { 'cache-control': 'private, no-store' };

/** What staff find while they are typing: as on their page, in its language. */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const language = supportedLanguage(nextUrl.searchParams.get('language'));
  const answer = await suggestOrders(nextUrl.searchParams.get('q') ?? '', language);
  switch (answer.kind) {
    case 'signed_out':
      return Response.json({}, { status: 401, headers });
    case 'refused':
    case 'not_allowed':
      return Response.json({}, { status: 403, headers });
    case 'staff': {
      if (answer.value === 'busy')
        return Response.json({}, { status: 429, headers: { ...headers, 'retry-after': '1' } });
      const t = await getTranslations({ locale: language, namespace: 'staff' });
      const timeZone = await getTimeZone({ locale: language });
      return Response.json(foundView(answer.value, { language, timeZone, t }), { headers });
    }
  }
}
