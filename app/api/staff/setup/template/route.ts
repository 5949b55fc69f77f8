import { answerTemplate } from '@/lib/storefront/staff/setup/template';

/** A spreadsheet to fill in. */
export async function GET(request: Request): Promise<Response> {
  return answerTemplate(request);
}
