import type { z } from 'zod';
import type { CancellationRule, productCancellationSchema, RebookingRule } from '@/lib/contract/return-rule';

// Minutes, because a duration such as PT24H shows no shorter time.
function minutesOf({ deadlineHours }: RebookingRule): number {
  return Math.round(deadlineHours * 60);
}

/** The deadline of a rule for something that begins at this time. */
export function deadlineOf(rule: RebookingRule, beginning: Date): Date {
  return new Date(beginning.getTime() - minutesOf(rule) * 60_000);
}

/** How long before the beginning the deadline of a rule is, as an ISO 8601 duration: `PT1H30M`. */
function deadlineText(rule: RebookingRule): string {
  const minutes = minutesOf(rule);
  const rest = minutes % 60;
  return `PT${Math.floor(minutes / 60)}H${rest === 0 ? '' : `${rest}M`}`;
}

/** A rule as a response: `{ deadline: 'PT1H30M', share: '0.8' }`. */
function ruleResource(rule: CancellationRule): z.output<typeof productCancellationSchema> {
  return {
    deadline: deadlineText(rule),
    // Never with an exponent, as String(1e-7) would be.
    share: new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 }).format(rule.share),
  };
}

/** Both rules of a product, or of what is held, as a response. */
export function ruleResources(of: {
  cancellation: CancellationRule | null;
  rebooking: RebookingRule | null;
}) {
  return {
    cancellation: of.cancellation && ruleResource(of.cancellation),
    rebooking: of.rebooking && { deadline: deadlineText(of.rebooking) },
  };
}
