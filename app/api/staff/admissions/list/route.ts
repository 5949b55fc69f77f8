import { answerDayList } from '@/lib/storefront/door-requests';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  return answerDayList(request);
}
