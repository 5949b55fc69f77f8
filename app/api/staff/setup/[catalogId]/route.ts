import { answerDownload } from '@/lib/storefront/staff/setup/download';

/** A catalogue as a feed. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ catalogId: string }> },
): Promise<Response> {
  return answerDownload((await params).catalogId);
}
