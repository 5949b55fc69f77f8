import type { IncomingMessage } from 'node:http';
import inject from 'light-my-request';
import type { PageParts } from './request/page-request';
import { feedPath, ownAddress } from './request/request-rules';

/**
 * Asks the route of uploads whether the sender of a request may upload a feed, before the feed is read: it knows the
 * sessions and permissions of the staff. Without a cookie nobody is asked.
 */
export function uploadPermission(next: PageParts['next'], storefrontUrl: string) {
  const own = ownAddress(storefrontUrl);
  return async ({ headers: { cookie } }: IncomingMessage): Promise<boolean> => {
    if (cookie === undefined) return false;
    const answer = await inject(
      (request, response) => {
        next(request, response).catch((error: unknown) => {
          response.destroy(error instanceof Error ? error : new Error(String(error)));
        });
      },
      { method: 'GET', url: feedPath, headers: { ...own, cookie } },
    );
    return answer.statusCode === 204;
  };
}
