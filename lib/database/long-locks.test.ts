import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UnsafeMigration, withoutLongLocks } from './long-locks';

const folders = ['service/migrations', 'lib/shop/migrations'];
const files = await Promise.all(
  folders.map(async (folder) => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
    return names.map((name) => join(folder, name));
  }),
);

describe('a migration of this project', () => {
  it.each(files.flat())('%s locks no table in use for long', async (file) => {
    const text = await readFile(file, 'utf8');
    // `npm run migrations` writes it in this way.
    expect(withoutLongLocks(text)).toBe(text);
  });
});

const onNew = `CREATE TABLE "shop"."new" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop"."new" ADD CONSTRAINT "of_old" FOREIGN KEY ("id") REFERENCES "shop"."old"("id");--> statement-breakpoint
CREATE INDEX "by_id" ON "shop"."new" USING btree ("id");`;

describe('a statement', () => {
  it('for a table of the same migration stays as it is', () => {
    expect(withoutLongLocks(onNew)).toBe(onNew);
  });

  it.each(['', 'UNIQUE '])(
    'that makes an %sindex on an existing table runs outside the transaction, concurrently',
    (unique) => {
      const rest = '"by_name" ON "shop"."old" USING btree ("name") WHERE name is not null;';
      const safe = withoutLongLocks(`CREATE ${unique}INDEX ${rest}`);
      expect(safe).toBe(
        `-- outside the transaction\nCREATE ${unique}INDEX CONCURRENTLY IF NOT EXISTS ${rest}\n`,
      );
      expect(withoutLongLocks(safe)).toBe(safe);
    },
  );

  it.each(['CHECK (price > 0)', 'FOREIGN KEY ("a") REFERENCES "shop"."other"("id") ON DELETE no action'])(
    'that adds the constraint %s to an existing table validates it afterwards, outside the transaction',
    (constraint) => {
      const safe = withoutLongLocks(`ALTER TABLE "shop"."old" ADD CONSTRAINT "rule" ${constraint};`);
      expect(safe).toBe(
        `ALTER TABLE "shop"."old" ADD CONSTRAINT "rule" ${constraint} NOT VALID;
--> statement-breakpoint
-- outside the transaction
ALTER TABLE "shop"."old" VALIDATE CONSTRAINT "rule";
`,
      );
      expect(withoutLongLocks(safe)).toBe(safe);
    },
  );

  it.each([
    'ADD COLUMN "note" text',
    `ADD COLUMN "tries" integer DEFAULT 0 NOT NULL`,
    'DROP CONSTRAINT "rule"',
    'ALTER COLUMN "note" DROP NOT NULL',
  ])('that is over at once stays as it is: %s', (change) => {
    const statement = `ALTER TABLE "shop"."old" ${change};`;
    expect(withoutLongLocks(statement)).toBe(statement);
  });

  it.each([
    'ALTER TABLE "shop"."old" ADD CONSTRAINT "once" UNIQUE("name");',
    'ALTER TABLE "shop"."old" ALTER COLUMN "name" SET NOT NULL;',
    'ALTER TABLE "shop"."old" ALTER COLUMN "name" SET DATA TYPE varchar;',
    'ALTER TABLE "shop"."old" ADD COLUMN "name" text NOT NULL;',
    'ALTER TABLE "shop"."old" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;',
    'ALTER TABLE "shop"."old" ADD COLUMN "other" uuid REFERENCES "shop"."other"("id");',
    'ALTER TABLE "shop"."old" DROP COLUMN "name";',
    'ALTER TABLE "shop"."old" RENAME COLUMN "name" TO "title";',
    'DROP TABLE "shop"."old";',
    `UPDATE "shop"."old" SET name = '';`,
  ])('that no rewriting makes safe is refused: %s', (statement) => {
    expect(() => withoutLongLocks(statement)).toThrow(UnsafeMigration);
  });
});
