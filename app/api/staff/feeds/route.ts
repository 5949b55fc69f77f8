import { answerUpload } from '@/lib/storefront/staff-feeds';

export async function POST(request: Request): Promise<Response> {
  return answerUpload(request);
}
