import { endUpload, saveUpload, readUpload, type Upload } from '../../../shop/data/upload-store';
import { isToken } from '../../../shop/tokens';
import type { CatalogAdmin } from '../../../client/catalog-admin';
import type { Changed } from '../../../client/changed';
import { ServiceError } from '../../../client/service-error';
import { type DaysWithoutTime, daysWithoutTimeSchema, type FeedImport } from '../../../contract/feed-import';
import { lastSegment } from '../../../contract/iri';
import type { JsonPlace } from '../../../contract/json-fault';
import { type Language, supportedLanguage } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { type AppContext, getAppContext } from '../../../runtime/app-context';
import { findJsonFault } from './json-fault';
import { isId } from '../../common/request/load';
import { orUnavailable } from '../../common/request/or-unavailable';
import { forStaff, type ForStaff, type Staff, staffAccess } from '../../common/account/for-staff';
import { actorOf } from '../administration/catalog-change';
import { takeImport } from '../setup/import';
import { may, type StaffMember } from '../../common/account/staff-access';
import { cutText, toPlainText } from '../../../contract/plain-text';

/** The largest feed that the service accepts. */
const mostBytes = 50 * 1024 * 1024;

/** Why a file can't be a feed. `schema_org`: events of schema.org need a catalogue, on whose page they are uploaded. */
export type UploadProblem =
  'file' | 'large' | 'schema_org' | 'missing' | 'unavailable' | 'not_set_up' | 'syntax';

/** `place`: where the file stops being JSON. */
interface RefusedFile {
  readonly problem: UploadProblem;
  readonly place?: JsonPlace;
}

/** 204 if the person who is signed in may upload feeds or spreadsheets; else 403. */
export async function answerMayUpload(): Promise<Response> {
  const access = await staffAccess();
  const { member } = access.kind === 'staff' ? access : { member: null };
  const mayUpload = member !== null && (may(member, 'catalog:change') || may(member, 'catalog:edit'));
  return new Response(null, {
    status: mayUpload ? 204 : 403,
    headers: { 'cache-control': 'no-store' },
  });
}

interface Target {
  readonly catalogId: string | null;
  readonly daysWithoutTime: DaysWithoutTime;
}

/** POST of a form with a file: stores the feed, or the spreadsheet for a draft, and leads to what it would change. */
export async function answerUpload(request: Request): Promise<Response> {
  const { config } = await getAppContext();
  if (request.headers.get('origin') !== new URL(config.storefrontUrl).origin)
    return new Response(null, { status: 403, headers: { 'cache-control': 'no-store' } });
  const form = await request.formData().catch(() => new FormData());
  const language = supportedLanguage(form.get('language'));
  const setup = form.get('setup');
  if (typeof setup === 'string' && isId(setup))
    return leadTo(config, await takeImport(form.get('feed'), setup, language));
  const given = form.get('catalog');
  const catalogId = typeof given === 'string' && isId(given) ? given : null;
  const daysWithoutTime = daysWithoutTimeSchema.catch('refuse').parse(form.get('daysWithoutTime'));
  const answer = await storeUpload(form.get('feed'), { catalogId, daysWithoutTime }, language);
  const page = (refused?: RefusedFile) => {
    const place = refused?.place;
    const at = place === undefined ? {} : { line: String(place.line), column: String(place.column) };
    const query = refused === undefined ? {} : { problem: refused.problem, ...at };
    return catalogId === null
      ? paths.staffCatalogs(language, query)
      : paths.staffCatalog(language, catalogId, query);
  };
  // The page itself says who may see it, and offers to sign in.
  if (answer.kind !== 'staff') return leadTo(config, page());
  const { value } = answer;
  return leadTo(config, 'id' in value ? paths.staffUpload(language, value.id) : page(value));
}

function leadTo({ storefrontUrl }: AppContext['config'], path: string): Response {
  const headers = { location: `${storefrontUrl}${path}`, 'cache-control': 'no-store' };
  return new Response(null, { status: 303, headers });
}

function storeUpload(
  file: FormDataEntryValue | null,
  { catalogId, daysWithoutTime }: Target,
  language: Language,
): Promise<ForStaff<{ id: string } | RefusedFile>> {
  return forStaff('catalog:change', async ({ member, catalogAdmin, checkoutContext, audit }) => {
    if (catalogAdmin === null) return { problem: 'not_set_up' };
    if (!(file instanceof File) || file.size === 0) return { problem: 'file' };
    if (file.size > mostBytes) return { problem: 'large' };
    const sent = withoutMark(new Uint8Array(await file.arrayBuffer()));
    const place = await findJsonFault(new TextDecoder().decode(sent));
    if (place !== null) return { problem: 'syntax', place };
    try {
      const bytes = await feedOf(catalogAdmin, sent, { catalogId, daysWithoutTime }, language);
      if (typeof bytes === 'string') return { problem: bytes };
      const name = cutText(toPlainText(file.name).trim(), 200) || 'feed.json';
      const id = await saveUpload(checkoutContext, { staff: member.id, file: name, catalogId, bytes });
      await audit({
        action: 'feed_uploaded',
        detail: { file: name, bytes: bytes.length },
        ...(catalogId === null ? {} : { subject: { kind: 'catalog', id: catalogId } as const }),
      });
      return { id };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { problem: 'unavailable' };
    }
  });
}

/** The body to send to the service: events of schema.org beside the catalogue that they are for. */
async function feedOf(
  admin: CatalogAdmin,
  sent: Uint8Array,
  { catalogId, daysWithoutTime }: Target,
  language: Language,
): Promise<Uint8Array | 'schema_org' | 'missing'> {
  if (!isSchemaOrg(sent)) return sent;
  if (catalogId === null) return 'schema_org';
  const catalog = await admin.getCatalog(catalogId, { language });
  if (catalog.kind === 'missing') return 'missing';
  const { feedCatalog } = catalog.value;
  const head = `{"catalog":${JSON.stringify(feedCatalog)},"daysWithoutTime":"${daysWithoutTime}","schemaOrg":`;
  return Buffer.concat([Buffer.from(head), sent, Buffer.from('}')]);
}

// A context may follow other members, but nobody writes thousands of characters before it.
const beginning = 4096;

/** A list, or an object with an `@context`: a feed in our format has neither. */
function isSchemaOrg(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, beginning)).toString('utf8').trimStart();
  return begin.startsWith('[') || /^\{[^]*"@context"\s*:/.test(begin);
}

/** Without the byte order mark that some programs write before the text. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

/** What staff see of an upload. `other`: it is a feed of another catalogue than the one on whose page it was uploaded. */
export type UploadView =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'not_set_up' }
  | (Pick<Refused, 'violations' | 'count'> & {
      readonly kind: 'refused' | 'other';
      readonly upload: UploadedFeed;
    })
  | { readonly kind: 'ready'; readonly upload: UploadedFeed; readonly report: FeedImport };

type UploadedFeed = Pick<Upload, 'id' | 'file' | 'catalogId' | 'hash'>;
type Sent = Exclude<Changed<FeedImport>, { kind: 'missing' }>;
type Refused = Extract<Sent, { kind: 'refused' }>;

/** What an uploaded feed would change: computed each time, because the catalogue may have changed. */
export function readUploadView(id: string, language: Language): Promise<ForStaff<UploadView>> {
  return forStaff('catalog:change', async (staff): Promise<UploadView> => {
    const { catalogAdmin, member } = staff;
    if (catalogAdmin === null) return { kind: 'not_set_up' };
    const found = await findUpload(staff, id);
    if (found === null) return { kind: 'not_found' };
    const result = await sendUpload(catalogAdmin, member, found, { dryRun: true, language });
    if (result === 'unavailable') return { kind: 'unavailable' };
    const upload = { id: found.id, file: found.file, catalogId: found.catalogId, hash: found.hash };
    if (result.kind === 'done') return { kind: 'ready', upload, report: result.value };
    const { violations, count } = result;
    const isOther = violations.some(({ propertyPath }) => propertyPath === 'catalog');
    return { kind: isOther ? 'other' : 'refused', upload, violations, count };
  });
}

export type ImportOutcome =
  | { readonly kind: 'imported'; readonly catalogId: string }
  | { readonly kind: 'not_found' | 'unavailable' | 'refused' | 'not_set_up' };

/** Imports exactly the feed with this hash, which the person has seen. */
export async function importUpload(
  staff: Staff<'catalog:change'>,
  id: string,
  hash: string,
  language: Language,
): Promise<ImportOutcome> {
  const { member, catalogAdmin, checkoutContext } = staff;
  if (catalogAdmin === null) return { kind: 'not_set_up' };
  const upload = await findUpload(staff, id);
  if (upload === null || upload.hash !== hash) return { kind: 'not_found' };
  const result = await sendUpload(catalogAdmin, member, upload, { dryRun: false, language });
  if (result === 'unavailable' || result.kind === 'refused')
    return { kind: result === 'unavailable' ? 'unavailable' : 'refused' };
  const catalogId = lastSegment(result.value.catalog);
  await endUpload(checkoutContext, upload.id, {
    staff: member.id,
    action: 'feed_imported',
    subject: { kind: 'catalog', id: catalogId },
    detail: { file: upload.file, hash, prices: result.value.difference.priceCount },
  });
  return { kind: 'imported', catalogId };
}

function findUpload(
  { member, checkoutContext }: Staff<'catalog:change'>,
  id: string,
): Promise<Upload | null> {
  return isToken(id) ? readUpload(checkoutContext, { id, staff: member.id }) : Promise.resolve(null);
}

async function sendUpload(
  admin: CatalogAdmin,
  member: StaffMember,
  { bytes, file, hash, catalogId }: Upload,
  { dryRun, language }: { dryRun: boolean; language: Language },
): Promise<Sent | 'unavailable'> {
  const feed = { bytes, dryRun, actor: actorOf(member), source: file, sha256: hash, catalogId };
  const result = await orUnavailable(() => admin.sendFeed(feed, { language }));
  return result === 'unavailable' || result.kind === 'missing' ? 'unavailable' : result;
}
