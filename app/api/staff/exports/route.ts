import { answerDataExport } from '@/lib/storefront/staff/report/exports';

export async function POST(request: Request): Promise<Response> {
  return answerDataExport(request);
}
