import { answerMayUpload, answerUpload } from '@/lib/storefront/staff/feed/feeds';

/** lib/server asks before it reads a feed. */
export async function GET(): Promise<Response> {
  return answerMayUpload();
}

export async function POST(request: Request): Promise<Response> {
  return answerUpload(request);
}
