import { erasePerson, exportPersonForStaff, type PersonalData } from '../../../shop/flows/privacy/person';
import { eraseTickets, type TicketErasure } from '../../../shop/flows/privacy/ticket-erasure';
import { countComing } from '../../../shop/flows/privacy/tickets-at-service';
import { typedEmailSchema } from '../../../contract/customer';
import { supportedLanguage } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { getAppContext, type AppContext } from '../../../runtime/app-context';
import { forStaff, type Staff } from '../../common/account/for-staff';

type PrivacyStaff = Staff<'people:change'>;

/** Null: the typed text is not an e-mail address. */
function parsePerson({ member }: PrivacyStaff, typed: unknown) {
  const email = typedEmailSchema.safeParse(typed);
  return email.success ? { email: email.data, staff: member.id } : null;
}

/** `goingOn`: bookings that have not ended, of which nothing was erased. */
type Erasure = TicketErasure & { erased: number; goingOn: number };

/** `coming`: nothing was erased, because so many bookings have valid tickets of a coming day. */
type ErasureAnswer = Erasure | { coming: number } | { problem: 'email' };

/** Also with valid tickets of a coming day if `evenComing`. */
export async function erasePersonalData(
  staff: PrivacyStaff,
  typed: unknown,
  evenComing: boolean,
): Promise<ErasureAnswer> {
  const person = parsePerson(staff, typed);
  if (person === null) return { problem: 'email' };
  const { checkoutContext, security } = staff;
  const coming = evenComing ? 0 : await countComing(checkoutContext, person.email);
  if (coming > 0) return { coming };
  const { erased, goingOn, checkoutIds } = await erasePerson(checkoutContext, person);
  security({ event: 'personal_data_erased', staff: person.staff, bookings: erased });
  return { erased, goingOn, ...(await eraseTickets(checkoutContext, checkoutIds)) };
}

async function exportPersonalData(staff: PrivacyStaff, typed: unknown): Promise<PersonalData | null> {
  const person = parsePerson(staff, typed);
  if (person === null) return null;
  const data = await exportPersonForStaff(staff.checkoutContext, person);
  const bookings = data.bookings.length;
  staff.security({ event: 'personal_data_exported', staff: person.staff, bookings });
  return data;
}

/** A JSON file; only for staff with the role, and only for a request from our own page. */
export async function answerExport(request: Request): Promise<Response> {
  const { config } = await getAppContext();
  if (request.headers.get('origin') !== new URL(config.storefrontUrl).origin)
    return new Response(null, { status: 403, headers: { 'cache-control': 'no-store' } });
  const form = new URLSearchParams(await request.text());
  const answer = await forStaff('people:change', (staff) => exportPersonalData(staff, form.get('email')));
  // The page itself says who may see it, and offers to sign in.
  if (answer.kind !== 'staff') return backToPage(config, form);
  if (answer.value === null) return backToPage(config, form, { problem: 'email' });
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
