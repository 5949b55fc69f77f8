import { answerScans } from '@/lib/storefront/door-requests';

export async function POST(request: Request): Promise<Response> {
  return answerScans(request);
}
