import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashScripts } from './hash-scripts';

const nonce = '0123456789abcdef0123456789abcdef';
const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

it('names each inline script with the nonce once, and removes the nonce', () => {
  const page = `<html><script nonce="${nonce}">a()</script><script nonce="${nonce}" id="x">b('${nonce}')</script><script nonce="${nonce}">a()</script></html>`;
  expect(hashScripts(page, nonce)).toEqual({
    html: `<html><script>a()</script><script id="x">b('')</script><script>a()</script></html>`,
    sources: [sourceOf('a()'), sourceOf(`b('')`)],
  });
});

it('does not allow a script that was not made with the nonce', () => {
  const page = `<p><script>evil()</script><script nonce="">evil()</script><script nonce="guess">evil()</script></p>`;
  expect(hashScripts(page, nonce)).toEqual({ html: page, sources: [] });
});

it('does not allow more when a text opens a script that swallows the next one', () => {
  const page = `<script>evil();<script nonce="${nonce}">a()</script>`;
  expect(hashScripts(page, nonce).sources).toEqual([]);
});

it('hashes no script with an address: files of the shop are allowed as such', () => {
  const page = `<script src="/_next/a.js" nonce="${nonce}" async=""></script>`;
  expect(hashScripts(page, nonce)).toEqual({
    html: '<script src="/_next/a.js" async=""></script>',
    sources: [],
  });
});

it('hashes a script of several lines', () => {
  expect(hashScripts(`<script nonce="${nonce}">a()\nb()</script>`, nonce).sources).toEqual([
    sourceOf('a()\nb()'),
  ]);
});
