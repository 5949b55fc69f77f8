import { answerVisitorsFile } from '@/lib/storefront/staff/visitors/visitors-file';

export async function POST(request: Request): Promise<Response> {
  return answerVisitorsFile(request);
}
