import { inArray } from 'drizzle-orm';
import type { Reader } from '../../database/database';
import { staffMemberTable } from '../tables/audit-table';

/** Resolves to how a member of staff is called: by name, or if the person never signed in here, by the identifier. */
export async function readStaffNames(
  { db }: Reader,
  ids: readonly string[],
): Promise<(id: string) => string> {
  if (ids.length === 0) return (id) => id;
  const known = await db
    .select({ id: staffMemberTable.id, name: staffMemberTable.name })
    .from(staffMemberTable)
    .where(inArray(staffMemberTable.id, [...new Set(ids)]));
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

interface WithStaff {
  readonly timeline: readonly { readonly detail: Record<string, unknown> }[];
  readonly cancellations: readonly { readonly staff: string | null }[];
}

/** What happened to a purchase, with the names of members of staff instead of their identifiers. */
export async function withStaffNames<Happened extends WithStaff>(
  reader: Reader,
  { timeline, cancellations }: Happened,
): Promise<{ timeline: Happened['timeline'][number][]; cancellations: Happened['cancellations'][number][] }> {
  const staffOf = ({ detail: { staff } }: WithStaff['timeline'][number]) =>
    typeof staff === 'string' ? staff : null;
  const ids = [...timeline.map(staffOf), ...cancellations.map(({ staff }) => staff)];
  const nameOf = await readStaffNames(
    reader,
    ids.filter((id) => id !== null),
  );
  return {
    timeline: timeline.map((entry) => {
      const staff = staffOf(entry);
      return staff === null ? entry : { ...entry, detail: { ...entry.detail, staff: nameOf(staff) } };
    }),
    cancellations: cancellations.map((one) =>
      one.staff === null ? one : { ...one, staff: nameOf(one.staff) },
    ),
  };
}
