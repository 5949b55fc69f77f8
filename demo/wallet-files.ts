import { join } from 'node:path';
import { z } from 'zod';
import { newWalletTexts } from '@/testing/fakes/wallet-certificates';
import { readOrCreate } from './common/files';

const filesSchema = z.strictObject({
  authority: z.string(),
  certificate: z.string(),
  key: z.string(),
  account: z.string(),
});

/** What the storefront needs to sign passes. Certificates of a test authority: no real wallet takes these passes. */
export type WalletFiles = Readonly<Record<keyof z.output<typeof filesSchema>, string>>;

const folderOf = (dataDir: string) => join(dataDir, 'demo', 'wallet');

/** The paths of the files that `makeWalletFiles` makes. */
export function walletFiles(dataDir: string): WalletFiles {
  const folder = folderOf(dataDir);
  return {
    authority: join(folder, 'authority.pem'),
    certificate: join(folder, 'certificate.pem'),
    key: join(folder, 'key.pem'),
    account: join(folder, 'google.json'),
  };
}

/** Makes the files the first time; they are valid for ten years. */
export async function makeWalletFiles(dataDir: string): Promise<WalletFiles> {
  // One file decides, so that processes that start together get files that belong together.
  const text = await readOrCreate(join(folderOf(dataDir), 'all.json'), async () =>
    JSON.stringify(await newWalletTexts(new Date())),
  );
  const texts = filesSchema.parse(JSON.parse(text));
  const files = walletFiles(dataDir);
  await Promise.all([
    readOrCreate(files.authority, () => texts.authority),
    readOrCreate(files.certificate, () => texts.certificate),
    readOrCreate(files.key, () => texts.key),
    readOrCreate(files.account, () => texts.account),
  ]);
  return files;
}
