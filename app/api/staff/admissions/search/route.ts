import { answerSearch } from '@/lib/storefront/staff/door/door-requests';

export async function POST(request: Request): Promise<Response> {
  return answerSearch(request);
}
