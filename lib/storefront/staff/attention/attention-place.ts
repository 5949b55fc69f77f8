import type { AcknowledgedCounts } from '../../../shop/flows/attention/acknowledge-tasks';
import type { AttentionPlace } from '../../../shop/flows/attention/attention';
import { taskKinds } from '../../../shop/tables/task-table';
import { parseCount, oneOfParameter, firstText } from '../../common/request/parameters';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** Which part of the staff list a URL names; the beginning when it names none. */
export function attentionPlace(parameters: Parameters): AttentionPlace {
  const group = oneOfParameter(taskKinds, parameters['group']);
  return { group, page: group === null ? 1 : parseCount(parameters['page']) || 1 };
}

/** The result of acknowledging incidents, from a URL; null: none. */
export function acknowledgedIn(parameters: Parameters): AcknowledgedCounts | null {
  if (firstText(parameters['acknowledged']) === undefined) return null;
  const count = (name: keyof AcknowledgedCounts) => parseCount(parameters[name]) ?? 0;
  return {
    acknowledged: count('acknowledged'),
    before: count('before'),
    changed: count('changed'),
    unsaid: count('unsaid'),
    failed: count('failed'),
  };
}

/** The parameters of the page to which staff return after acknowledging incidents. */
export function afterAcknowledging(
  { group, page }: AttentionPlace,
  counts: AcknowledgedCounts | null,
): string {
  const place = group === null ? {} : { group, page: String(page) };
  const parameters = new URLSearchParams(place);
  for (const [name, count] of Object.entries(counts ?? {})) parameters.set(name, String(count));
  return parameters.toString();
}
