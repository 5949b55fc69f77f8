import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible';
import type Stripe from 'stripe';
import { plainPath, traced } from '../tracing/spans';

/** A request that would wait longer fails at once, as if Stripe could not be reached. */
const longestWaitSeconds = 4;
/** The pause after a 429 that does not say how long to wait, and the maximum of one that does. */
const pauseSeconds = 1;
const longestPauseSeconds = 30;

/**
 * Sends at most so many requests a second, retries of the SDK included: Stripe allows 100 a second and answers more
 * with 429 (https://docs.stripe.com/rate-limits). After a 429 nothing is sent for the time that it gives: the
 * customer's page and the worker try again later instead of waiting.
 */
export function limitedHttpClient(client: Stripe.HttpClient, requestsPerSecond: number): Stripe.HttpClient {
  const limiter = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
  const queue = new RateLimiterQueue(limiter, { maxQueueSize: requestsPerSecond * longestWaitSeconds });
  let pausedUntil = 0;
  const endOfPause = async (): Promise<void> => {
    for (let pause = pausedUntil - performance.now(); pause > 0; pause = pausedUntil - performance.now()) {
      if (pause > longestWaitSeconds * 1000) throw new Error('Stripe asked for a pause');
      await new Promise((resume) => setTimeout(resume, pause));
    }
  };
  const makeRequest: Stripe.HttpClient['makeRequest'] = async (...request) => {
    await endOfPause();
    await queue.removeTokens(1);
    // Another request may have got a 429 while this one waited for its turn.
    await endOfPause();
    const [, , path, method] = request;
    const response = await traced(
      () => ({ name: `${method} ${plainPath(path)}`, kind: 'client' }),
      () => client.makeRequest(...request),
    );
    if (response.getStatusCode() === 429) {
      const asked = Number(response.getHeaders()['retry-after']);
      const seconds = asked > 0 ? Math.min(asked, longestPauseSeconds) : pauseSeconds;
      pausedUntil = Math.max(pausedUntil, performance.now() + seconds * 1000);
    }
    return response;
  };
  return { getClientName: () => client.getClientName(), makeRequest };
}
