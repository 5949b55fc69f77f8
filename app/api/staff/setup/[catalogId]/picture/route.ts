import { answerDraftPicture } from '@/lib/storefront/staff/setup/draft-picture';

/** The picture of an event of a draft, `?key=` its key. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ catalogId: string }> },
): Promise<Response> {
  const key = new URL(request.url).searchParams.get('key') ?? '';
  return answerDraftPicture((await params).catalogId, key);
}
