import { attentionGroups } from '../checkout/attention';
import type { AttentionPlace } from '../checkout/attention-pages';
import type { AcknowledgedCounts } from '../checkout/acknowledge-incidents';
import { textOf } from './parameters';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** Which part of what waits for staff an address names. Whatever names none is the beginning. */
export function attentionPlace(parameters: Parameters): AttentionPlace {
  const named = textOf(parameters['group']);
  const group = attentionGroups.find((one) => one === named) ?? null;
  return { group, page: group === null ? 1 : Math.max(1, countOf(parameters, 'page')) };
}

/** What an address tells of incidents that were just acknowledged; null: nothing. */
export function acknowledgedIn(parameters: Parameters): AcknowledgedCounts | null {
  if (textOf(parameters['acknowledged']) === undefined) return null;
  return {
    acknowledged: countOf(parameters, 'acknowledged'),
    before: countOf(parameters, 'before'),
    changed: countOf(parameters, 'changed'),
    failed: countOf(parameters, 'failed'),
  };
}

/** The parameters of the page to which staff come back after they acknowledged incidents. */
export function afterAcknowledging(
  { group, page }: AttentionPlace,
  counts: AcknowledgedCounts | null,
): string {
  const place = group === null ? {} : { group, page: String(page) };
  const parameters = new URLSearchParams(place);
  for (const [name, count] of Object.entries(counts ?? {})) parameters.set(name, String(count));
  return parameters.toString();
}

/** 0 for whatever is not a number of at most nine digits. */
function countOf(parameters: Parameters, name: string): number {
  const text = textOf(parameters[name]) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
