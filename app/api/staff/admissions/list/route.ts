import { answerDayList } from '@/lib/storefront/staff/door/door-requests';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  return answerDayList(request);
}
