import { answerExport } from '@/lib/storefront/personal-data';

/** What is kept of one customer, for staff who may see it: a file to download. */
export async function POST(request: Request): Promise<Response> {
  return answerExport(request);
}
