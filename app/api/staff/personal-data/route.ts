import { answerExport } from '@/lib/storefront/personal-data';

export async function POST(request: Request): Promise<Response> {
  return answerExport(request);
}
