import { answerCodesFile } from '@/lib/storefront/staff/voucher/codes-file';

export async function POST(request: Request): Promise<Response> {
  return answerCodesFile(request);
}
