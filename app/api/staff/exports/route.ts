import { answerDataExport } from '@/lib/storefront/staff-exports';

export async function POST(request: Request): Promise<Response> {
  return answerDataExport(request);
}
