import { erasePerson, exportPerson, type Erased, type PersonalData } from '../checkout/person';
import { defaultLanguage, languages } from '../locale/languages';
import { paths } from '../locale/paths';
import { getRuntime, type Runtime } from '../runtime/runtime';
import { asAdmin, type AsAdmin } from './as-admin';
import { readLimited } from './read-limited';
import { forStaff, type ForStaff } from './staff';

type ForAdmin<Value> = ForStaff<AsAdmin<Value>>;

function forAdmin<Value>(
  typed: unknown,
  work: (runtime: Runtime, email: string, staff: string) => Promise<Value>,
): Promise<ForAdmin<Value>> {
  return forStaff(async (member) => {
    const runtime = await getRuntime();
    const done = await asAdmin(member, typed, (email, staff) => work(runtime, email, staff));
    if (done === 'not_admin') runtime.security({ event: 'role_missing', staff: member.id, role: 'admin' });
    return done;
  });
}

/** Erases what is kept of a customer, found by e-mail address. */
export function erasePersonalData(typed: unknown): Promise<ForAdmin<Erased>> {
  return forAdmin(typed, async ({ rooms, security }, email, staff) => {
    const erased = await erasePerson(rooms, { email, staff });
    security({ event: 'personal_data_erased', staff, bookings: erased.erased });
    return erased;
  });
}

/** Everything that is kept of a customer. */
function exportPersonalData(typed: unknown): Promise<ForAdmin<PersonalData>> {
  return forAdmin(typed, async ({ rooms, security }, email, staff) => {
    const data = await exportPerson(rooms, email);
    security({ event: 'personal_data_exported', staff, bookings: data.bookings.length });
    return data;
  });
}

/** More than the form has. */
const limits = { bytes: 4 * 1024, seconds: 10 };

/** Answers the form of the staff page with a JSON file; only to staff with the role, and only from our own page. */
export async function answerExport(request: Request): Promise<Response> {
  const { config } = await getRuntime();
  const refuse = (status: number) => new Response(null, { status, headers: { 'cache-control': 'no-store' } });
  if (request.headers.get('origin') !== new URL(config.storefrontUrl).origin) return refuse(403);
  const read = await readLimited(request.body, limits);
  if (typeof read === 'number') return refuse(read);
  const form = new URLSearchParams(read.text);
  const answer = await exportPersonalData(form.get('email'));
  // The page itself says who may see it, and asks to sign in.
  if (answer.kind !== 'staff' || answer.value === 'not_admin') return backToPage(config, form);
  if (answer.value === 'email') return backToPage(config, form, { problem: 'email' });
  return new Response(JSON.stringify(answer.value, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="personal-data.json"',
      'cache-control': 'private, no-store',
    },
  });
}

function backToPage(
  { storefrontUrl }: Runtime['config'],
  form: URLSearchParams,
  query?: Record<string, string>,
): Response {
  const language = languages.find((one) => one === form.get('language')) ?? defaultLanguage;
  const location = `${storefrontUrl}${paths.staffPersonalData(language, query)}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
