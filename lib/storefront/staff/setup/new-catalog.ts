import { feedSchema } from '../../../contract/feed';
import { paths } from '../../../locale/paths';
import { keyFrom } from '../../../setup/keys';
import type { Problem } from '../../../setup/result';
import { orUnavailable } from '../../common/request/or-unavailable';
import type { Sent } from '../../common/forms/actions';
import { typedCatalog } from './catalog-fields';
import { beginCatalog, type SetupStaff } from './drafts';
import type { SetupProblem } from './setup-problem';
import { typedFields } from './typed';

/** Begins a catalogue with what was typed; resolves to the address of its page, or to why there is none. */
export async function createCatalog(
  staff: SetupStaff,
  { form, language }: Sent,
): Promise<string | SetupProblem> {
  const { catalogAdmin } = staff;
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const { name, ...typed } = typedCatalog(typedFields(form));
  const missing = name === '' ? [{ field: 'name', problem: 'missing' } as const] : [];
  const problems = [...missing, ...problemsOf({ ...typed, key: 'key', name: { [typed.language]: name } })];
  if (problems.length > 0) return { kind: 'fields', problems };
  const taken = await orUnavailable(async () => {
    const [catalogs, drafts] = await Promise.all([
      catalogAdmin.listCatalogs({ language }),
      catalogAdmin.listDrafts({ language }),
    ]);
    return [catalogs, drafts].flatMap((list) =>
      list.kind === 'found' ? list.value.members.map(({ key }) => key) : [],
    );
  });
  if (taken === 'unavailable') return { kind: 'unavailable' };
  const catalog = { ...typed, key: keyFrom(name, taken), name: { [typed.language]: name } };
  const begun = await beginCatalog(staff, catalog, { reason: name, language });
  return begun.kind === 'begun' ? paths.staffSetupCatalog(language, begun.catalogId) : begun;
}

/** What of a new catalogue the service would refuse, by the members of `putCatalog`. */
function problemsOf(catalog: unknown): Problem[] {
  const parsed = feedSchema.shape.catalog.safeParse(catalog);
  return (parsed.error?.issues ?? [])
    .filter(({ path }) => path[0] !== 'name')
    .map(({ path, code }) => ({
      field: path.join('.'),
      problem: code === 'too_small' ? 'missing' : 'invalid',
    }));
}
