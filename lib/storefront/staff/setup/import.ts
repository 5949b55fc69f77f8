import { getTranslations } from 'next-intl/server';
import { cutText, toPlainText } from '../../../contract/plain-text';
import { typedText } from '../../../contract/typed-text';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import type { Draft } from '../../../setup/draft';
import { readImport } from '../../../setup/import-file';
import { type MergedImport, mergeImport } from '../../../setup/merge-import';
import { refuse } from '../../../setup/result';
import { mostTableBytes, type TableProblem } from '../../../setup/table';
import { readUpload, saveUpload, type Upload } from '../../../shop/data/upload-store';
import { isToken } from '../../../shop/tokens';
import { forStaff } from '../../common/account/for-staff';
import { saveDraft, type Saving, type SetupStaff } from './drafts';
import { todayOf } from './save-sessions';
import type { SetupProblem } from './setup-problem';

/** Why a file was not taken. */
export const importProblems = ['file', 'too_large', 'gone'] as const;
export type ImportProblem = (typeof importProblems)[number];

/** Stores an uploaded spreadsheet for an hour; resolves to the page that shows what it says. */
export async function takeImport(
  file: FormDataEntryValue | null,
  catalogId: string,
  language: Language,
): Promise<string> {
  const answer = await forStaff('catalog:edit', async ({ member, checkoutContext, audit }) => {
    if (!(file instanceof File) || file.size === 0) return { problem: 'file' } as const;
    if (file.size > mostTableBytes) return { problem: 'too_large' } as const;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = cutText(typedText(toPlainText(file.name)), 200) || 'import';
    const upload = await saveUpload(checkoutContext, { staff: member.id, file: name, catalogId, bytes });
    await audit({
      action: 'feed_uploaded',
      detail: { file: name, bytes: bytes.length },
      subject: { kind: 'catalog', id: catalogId },
    });
    return { upload };
  });
  return paths.staffSetupImport(language, catalogId, answer.kind === 'staff' ? answer.value : {});
}

/** What an uploaded file would change in a draft. */
export interface ImportView {
  readonly upload: Pick<Upload, 'id' | 'hash' | 'file'>;
  readonly result: MergedImport | TableProblem;
}

/** Null: there is no such upload any more. */
export async function readImportView(
  { catalogId, draft }: { catalogId: string; draft: Draft },
  id: string,
): Promise<ImportView | null> {
  const answer = await forStaff('catalog:edit', (staff) => findUpload(staff, catalogId, id));
  if (answer.kind !== 'staff' || answer.value === null) return null;
  const { bytes, hash, file } = answer.value;
  const reading = await readImport(bytes);
  const result = typeof reading === 'string' ? reading : mergeImport(draft, reading, todayOf(draft));
  return { upload: { id, hash, file }, result };
}

async function findUpload(
  { member, checkoutContext }: SetupStaff,
  catalogId: string,
  id: string,
): Promise<Upload | null> {
  const upload = isToken(id) ? await readUpload(checkoutContext, { id, staff: member.id }) : null;
  return upload?.catalogId === catalogId ? upload : null;
}

/** Puts exactly the file with this hash, which the person has seen, into the draft. */
export async function putImport(
  saving: Saving,
  { upload: id, hash }: { upload: string; hash: string },
): Promise<{ kind: 'saved' } | SetupProblem> {
  const upload = await findUpload(saving.staff, saving.seen.catalogId, id);
  const reading = upload?.hash === hash ? await readImport(upload.bytes) : null;
  if (upload === null || reading === null || typeof reading === 'string') return { kind: 'not_found' };
  const t = await getTranslations('setup.import');
  return saveDraft(
    saving,
    (draft) => {
      const { draft: merged, errors } = mergeImport(draft, reading, todayOf(draft));
      return errors.count > 0 ? refuse('file', 'invalid') : { kind: 'changed', draft: merged };
    },
    { reasonFor: () => t('reason', { file: upload.file }) },
  );
}
