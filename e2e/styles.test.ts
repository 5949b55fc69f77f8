import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/postcss';
import postcss, { type AtRule, type Declaration } from 'postcss';
import { beforeAll, expect, it } from 'vitest';

const file = fileURLToPath(new URL('../app/globals.css', import.meta.url));
let declarations: Declaration[];
beforeAll(async () => {
  const { root } = await postcss([tailwind()]).process(readFileSync(file, 'utf8'), { from: file });
  declarations = [];
  root.walkDecls((declaration) => void declarations.push(declaration));
});

/** The conditions around a declaration. */
function mediaOf(declaration: Declaration): string[] {
  const conditions: string[] = [];
  for (let at = declaration.parent; at !== undefined; at = at.parent as typeof at) {
    if (at.type === 'atrule' && (at as AtRule).name === 'media') conditions.push((at as AtRule).params);
  }
  return conditions;
}

it('bars stay in place only where there is enough height', () => {
  const sticky = declarations.filter(({ prop, value }) => prop === 'position' && value === 'sticky');
  expect(sticky.length).toBeGreaterThan(0);
  for (const one of sticky) expect(mediaOf(one)).toContain('(min-height: 30rem)');
});

it('what needs scripts is hidden without them, whatever its other classes say', () => {
  const hidden = declarations.filter(
    (one) => one.prop === 'display' && mediaOf(one).includes('(scripting: none)'),
  );
  expect(hidden).toMatchObject([{ prop: 'display', value: 'none', important: true }]);
});
