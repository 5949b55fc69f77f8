import { answerExport } from '@/lib/storefront/staff/privacy/personal-data';

export async function POST(request: Request): Promise<Response> {
  return answerExport(request);
}
