import { describe, expect, it } from 'vitest';
import { descriptionHtml, excerpt } from './description';

describe('descriptionHtml', () => {
  const attacks: [name: string, html: string][] = [
    ['a script', '<p>Hello<script>alert(1)</script></p>'],
    ['an event handler', '<p onclick="alert(1)">Hello</p>'],
    ['a script address', '<p><a href="javascript:alert(1)">Hello</a></p>'],
    ['a script address in disguise', '<p><a href=" jav&#x09;ascript:alert(1)">Hello</a></p>'],
    ['an address without protocol', '<p><a href="//evil.example/">Hello</a></p>'],
    ['a style', '<p style="position:fixed;inset:0">Hello</p>'],
    ['a style sheet', '<style>p{display:none}</style><p>Hello</p>'],
    ['a picture', '<p>Hello<img src=x onerror=alert(1)></p>'],
    ['a frame', '<p>Hello</p><iframe src="https://evil.example"></iframe>'],
    ['a form', '<form action="https://evil.example"><p>Hello</p><input name="card"></form>'],
    ['a drawing', '<p>Hello</p><svg><script>alert(1)</script></svg>'],
    ['an unclosed element', '<p>Hello</p><a href="javascript:alert(1)"'],
  ];

  it.each(attacks)('removes %s', (_, html) => {
    const safe = descriptionHtml(html);
    expect(safe).toContain('Hello');
    expect(safe).not.toMatch(/script|alert|onclick|onerror|style|iframe|evil|<form|<input|<img|<svg/i);
  });

  it('keeps the elements that a text needs', () => {
    const html = '<h2>Title</h2><p>One <strong>two</strong> <em>three</em></p><ul><li>four</li></ul>';
    expect(descriptionHtml(html)).toBe(html);
  });

  it('keeps valid links, and marks them nofollow', () => {
    expect(descriptionHtml('<p><a href="https://museum.example/" target="_blank">Visit</a></p>')).toBe(
      '<p><a href="https://museum.example/" rel="nofollow noopener">Visit</a></p>',
    );
  });

  it('turns a first-level heading into a second-level one, because the page has its own', () => {
    expect(descriptionHtml('<h1>Title</h1>')).toBe('<h2>Title</h2>');
  });

  it('turns plain text into paragraphs, and escapes its special characters', () => {
    expect(descriptionHtml('A & B < C\nnext\n\nlast')).toBe('<p>A &amp; B &lt; C<br />next</p><p>last</p>');
    expect(descriptionHtml('  ')).toBe('');
  });
});

describe('excerpt', () => {
  it('is plain text', () => {
    expect(excerpt('<h2>Title</h2><p>One &amp; <b>two</b>.</p>')).toBe('Title One & two.');
    expect(excerpt('<p>Bring:</p><ul><li>One</li><li>two</li></ul>')).toBe('Bring: · One · two');
    expect(excerpt('<p>Say <em>this</em>: yes.</p>')).toBe('Say this: yes.');
    expect(excerpt('Fish & chips < 5')).toBe('Fish & chips < 5');
  });

  it('ends with a sentence if one fits, otherwise with a word', () => {
    expect(excerpt('A first sentence of some length. And a second one that is too long.', 40)).toBe(
      'A first sentence of some length.',
    );
    expect(excerpt('Words upon words, upon words upon words', 20)).toBe('Words upon words…');
  });
});
