import { answerOrdersFile } from '@/lib/storefront/staff/order-list/orders-file';

export async function POST(request: Request): Promise<Response> {
  return answerOrdersFile(request);
}
