import { ServiceError } from '../../../client/service-error';

/** `unavailable` when the service did not answer. */
export async function orUnavailable<Answer>(ask: () => Promise<Answer>): Promise<Answer | 'unavailable'> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return 'unavailable';
  }
}
