import { answerConflicts, answerResolution } from '@/lib/storefront/staff/door/door-requests';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  return answerConflicts(request);
}

export async function POST(request: Request): Promise<Response> {
  return answerResolution(request);
}
