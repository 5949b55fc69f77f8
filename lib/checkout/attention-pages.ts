import type { Reader } from '../database/database';
import { attentionGroups, type AttentionGroup } from './attention';
import { countAttention, readAttention, type Waiting } from './attention-store';

/** How many of a group are shown beside the other groups, and on a page of its own. */
export const besideOthers = 10;
export const onOnePage = 25;

/** Which part of what waits is looked at; `group` null: the beginning of every group. */
export interface AttentionPlace {
  group: AttentionGroup | null;
  /** Counted from 1. One after the last is the last. */
  page: number;
}

export interface AttentionPart {
  group: AttentionGroup;
  /** How many wait in this group. */
  count: number;
  page: number;
  pages: number;
  entries: Waiting[];
}

/** A page of one group, also when nothing waits in it; or the beginning of every group in which something waits. */
export async function readAttentionPlace(
  reader: Reader,
  { group, page }: AttentionPlace,
): Promise<AttentionPart[]> {
  const counts = await countAttention(reader);
  const countOf = (one: AttentionGroup) => counts.get(one) ?? 0;
  if (group === null) {
    const groups = attentionGroups.filter((one) => countOf(one) > 0);
    if (groups.length === 0) return [];
    const all = await readAttention(reader, groups, { limit: besideOthers, offset: 0 });
    return groups.map((one) => {
      const entries = all.filter((entry) => entry.group === one);
      return { group: one, count: countOf(one), page: 1, pages: 1, entries };
    });
  }
  const count = countOf(group);
  const pages = Math.max(1, Math.ceil(count / onOnePage));
  const shown = Math.min(page, pages);
  const entries = await readAttention(reader, [group], { limit: onOnePage, offset: (shown - 1) * onOnePage });
  return [{ group, count, page: shown, pages, entries }];
}
