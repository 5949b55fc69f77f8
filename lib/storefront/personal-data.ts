import { type Erased, erasePerson } from '../checkout/commands';
import { exportPerson, type PersonalData } from '../checkout/queries';
import { supportedLanguage } from '../locale/languages';
import { paths } from '../locale/paths';
import { getAppContext, type AppContext } from '../runtime/app-context';
import { asAdmin, type AsAdmin } from './as-admin';
import { forStaff, type ForStaff } from './staff';

type ForAdmin<Value> = ForStaff<AsAdmin<Value>>;

function forAdmin<Value>(
  typed: unknown,
  work: (runtime: AppContext, email: string, staff: string) => Promise<Value>,
): Promise<ForAdmin<Value>> {
  return forStaff(async (member, runtime) => {
    const done = await asAdmin(member, typed, (email, staff) => work(runtime, email, staff));
    if (done === 'not_admin') runtime.security({ event: 'role_missing', staff: member.id, role: 'admin' });
    return done;
  });
}

export function erasePersonalData(typed: unknown): Promise<ForAdmin<Erased>> {
  return forAdmin(typed, async ({ checkoutContext, security }, email, staff) => {
    const erased = await erasePerson(checkoutContext, { email, staff });
    security({ event: 'personal_data_erased', staff, bookings: erased.erased });
    return erased;
  });
}

function exportPersonalData(typed: unknown): Promise<ForAdmin<PersonalData>> {
  return forAdmin(typed, async ({ checkoutContext, security }, email, staff) => {
    const data = await exportPerson(checkoutContext, email);
    security({ event: 'personal_data_exported', staff, bookings: data.bookings.length });
    return data;
  });
}

/** A JSON file; only for staff with the role, and only for a request from our own page. */
export async function answerExport(request: Request): Promise<Response> {
  const { config } = await getAppContext();
  if (request.headers.get('origin') !== new URL(config.storefrontUrl).origin)
    return new Response(null, { status: 403, headers: { 'cache-control': 'no-store' } });
  const form = new URLSearchParams(await request.text());
  const answer = await exportPersonalData(form.get('email'));
  // The page itself says who may see it, and offers to sign in.
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
  { storefrontUrl }: AppContext['config'],
  form: URLSearchParams,
  query?: Record<string, string>,
): Response {
  const language = supportedLanguage(form.get('language'));
  const location = `${storefrontUrl}${paths.staffPersonalData(language, query)}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
