import type { AppContext } from '../../../runtime/app-context';
import { forStaff, type ForStaff, type Staff } from '../../common/account/for-staff';
import { isSignInFresh } from '../../common/account/sign-in';
import {
  endUnread,
  mediaTypes,
  type Spreadsheet,
  type SpreadsheetFormat,
  spreadsheetFormats,
  spreadsheetStream,
} from './spreadsheet';

/** How many files one process makes at once, and how long each may stay unread. */
const mostAtOnce = 4;
const unreadMilliseconds = 60_000;

let open = 0;

const noStore = { 'cache-control': 'no-store' };

/** The form of a posted export; 403 for one of another site. */
export async function exportForm(
  request: Request,
  { config }: Pick<AppContext, 'config'>,
): Promise<URLSearchParams | Response> {
  if (request.headers.get('origin') !== new URL(config.storefrontUrl).origin) return forbidden();
  return new URLSearchParams(await request.text());
}

export const forbidden = (): Response => new Response(null, { status: 403, headers: noStore });

/** The form of the page has no other values: only a program sends them. */
export function noSuchFile(field: string, known: readonly string[]): Response {
  return new Response(`Nothing was exported: "${field}" is none of ${known.join(', ')}.\n`, {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...noStore },
  });
}

export function formatOf(form: URLSearchParams): SpreadsheetFormat | Response {
  const format = spreadsheetFormats.find((one) => one === form.get('format'));
  return format ?? noSuchFile('format', spreadsheetFormats);
}

export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, ...noStore } });

/** Names and addresses leave the shop only with a permission of its own, for who has just signed in. */
export function forExportOfCustomers<Value>(
  work: (staff: Staff<'customers:export'>) => Promise<Value>,
): Promise<ForStaff<Value | 'sign_in'>> {
  return forStaff('customers:export', async (staff) =>
    (await isSignInFresh()) ? work(staff) : ('sign_in' as const),
  );
}

export interface ExportedFile extends Spreadsheet {
  readonly fileName: string;
}

interface SendOptions {
  readonly format: SpreadsheetFormat;
  readonly log: AppContext['log'];
  /** Called when the last row was read, or the file is not read any more: with the number of rows. */
  readonly onEnd?: (rows: number) => Promise<void>;
}

/** A file that is made while it is downloaded; `busy`: too many are. */
export async function sendFile(
  make: () => Promise<ExportedFile>,
  { format, log, onEnd }: SendOptions,
): Promise<Response | 'busy'> {
  if (open >= mostAtOnce) return 'busy';
  open += 1;
  try {
    const { fileName, rows, ...sheet } = await make();
    let count = 0;
    async function* counted() {
      for await (const row of rows) {
        count += 1;
        yield row;
      }
    }
    const file = endUnread(
      spreadsheetStream(format, { ...sheet, rows: counted() }),
      unreadMilliseconds,
      (error) => {
        open -= 1;
        if (error !== undefined) log.warn({ err: error, file: fileName }, 'an export was not completed');
        onEnd?.(count).catch((failed: unknown) => {
          log.error({ err: failed }, 'the end of an export is not in the audit log');
        });
      },
    );
    return new Response(file, {
      headers: {
        'content-type': mediaTypes[format],
        'content-disposition': `attachment; filename="${fileName}.${format}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    open -= 1;
    throw error;
  }
}
