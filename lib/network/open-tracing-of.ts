import type { Logger } from 'pino';
import { maskedText } from '../log/masked-text';

/** Opens traces if there is a collector; the library is loaded only then. Resolves to the function that sends the rest. */
export async function openTracingOf(
  target: { readonly endpoint: string } | null,
  { program, log }: { program: string; log: Pick<Logger, 'warn'> },
): Promise<() => Promise<void>> {
  if (target === null) return () => Promise.resolve();
  const { openTracing } = await import('../tracing/open-tracing');
  const onError = (why: string) => log.warn({ why: maskedText(why) }, 'traces could not be sent');
  return openTracing({ ...target, program, onError });
}
