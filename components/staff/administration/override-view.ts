import type { CatalogOverride } from '@/lib/contract/catalog-override';

/** Who set something instead of the feed, and why, for a message. */
export function byWhom({ actor, reason }: CatalogOverride): { actor: string; reason: string } {
  return { actor, reason };
}
