import { ServiceError } from '../../../client/service-error';

/** `away` when the service did not answer. */
export async function orAway<Answer>(ask: () => Promise<Answer>): Promise<Answer | 'away'> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return 'away';
  }
}
