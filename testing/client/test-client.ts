import { createClient, type Client } from '@/lib/client/client';
import { ServiceError } from '@/lib/client/service-error';
import type { AnswerRequest } from '@/testing/faults/wire';
import type { TicketingServer } from '@/testing/service/service';
import { startTicketingServer } from '@/testing/service/start-service';

export const language = 'fr';
const toClose: { close(): Promise<void> }[] = [];

/** Closes after a test what it opened. */
export function opened(...things: { close(): Promise<void> }[]): void {
  toClose.push(...things);
}

export async function closeAll(): Promise<void> {
  await Promise.all(toClose.splice(0).map((each) => each.close()));
}

/** A client, and the fake service that it calls, with answers that the test writes itself. */
export async function startClient(
  answer: AnswerRequest,
  options: Pick<
    Parameters<typeof createClient>[0],
    'now' | 'onCatalogueRead' | 'timeoutMilliseconds' | 'silenceMilliseconds'
  > = {},
): Promise<{ client: Client; server: TicketingServer }> {
  const server = await startTicketingServer(answer);
  const getToken = () => Promise.resolve('token-1');
  const client = createClient({ serviceUrl: server.url, getToken, ...options });
  opened(client, server);
  return { client, server };
}

/** The ServiceError with which a call fails. */
export async function failure(call: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await call.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  return error;
}
