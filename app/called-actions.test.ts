import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { malformedForms, withoutFields } from '@/testing/storefront/malformed-forms';

// Whoever knows the name of an action can call it with anything. It has to be answered as what no page of ours sends:
// "not found", before anything else happens.

type Action = (...sent: unknown[]) => Promise<unknown>;

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('actions.ts'),
);
const actions: (readonly [string, Action])[] = [];

beforeAll(async () => {
  for (const file of files) {
    const exported = (await import(join(folder, file))) as Record<string, Action>;
    for (const [name, action] of Object.entries(exported)) actions.push([`${file} ${name}`, action]);
  }
}, 120_000);

const noForms = [undefined, null, [], {}, 'form', 1, true, new Date(0), new Map(), { get: 'x' }];
const noStates = [undefined, null, [], {}, 'state', { attempt: 'x' }, { attempt: -1 }, { attempt: 1e300 }];

/** How a call ended, as Next sees it. */
async function outcomeOf(action: Action, sent: readonly unknown[]): Promise<string> {
  try {
    await action(...sent);
    return 'done';
  } catch (error) {
    return error instanceof Error && 'digest' in error ? String(error.digest) : String(error);
  }
}

async function others(
  sent: readonly (readonly unknown[])[],
  parameters: number,
  called: typeof actions = actions,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, action] of called.filter(([, { length }]) => length === parameters))
    for (const each of sent) {
      const outcome = await outcomeOf(action, each);
      if (outcome !== 'NEXT_HTTP_ERROR_FALLBACK;404')
        wrong.push(`${name}(${JSON.stringify(each)}): ${outcome}`);
    }
  return wrong;
}

describe('an action', () => {
  it('is found in every file of actions', () => {
    expect(actions.length).toBeGreaterThan(50);
  });

  it('that is called without a form finds nothing', async () => {
    expect(
      await others(
        noForms.map((form) => [form]),
        1,
      ),
    ).toEqual([]);
    expect(
      await others(
        noForms.map((form) => [{ attempt: 0 }, form]),
        2,
      ),
    ).toEqual([]);
  });

  it('that is called without a state finds nothing', async () => {
    expect(
      await others(
        noStates.map((state) => [state, new FormData()]),
        2,
      ),
    ).toEqual([]);
  });

  it.each(Object.entries(malformedForms))('that is called with %s finds nothing', async (_, form) => {
    const called = actions.filter(([name]) => !withoutFields.has(name.split(' ').at(-1) ?? ''));
    expect(called.length).toBeGreaterThan(40);
    expect(await others([[form]], 1, called)).toEqual([]);
    expect(await others([[{ attempt: 0 }, form]], 2, called)).toEqual([]);
  });
});
