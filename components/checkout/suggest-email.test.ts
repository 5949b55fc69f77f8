import { expect, it } from 'vitest';
import { suggestEmail } from './suggest-email';

it('suggests the provider that was probably meant, and keeps what stands before the @', () => {
  expect(suggestEmail(' Zoë.Ł+Tickets@gmial.com')).toBe('Zoë.Ł+Tickets@gmail.com');
  expect(suggestEmail('ada@gmail.con')).toBe('ada@gmail.com');
  expect(suggestEmail('ada@hotnail.fr')).toBe('ada@hotmail.fr');
  expect(suggestEmail('ada@lapost.net')).toBe('ada@laposte.net');
});

it('doubts neither other domains nor what is no address', () => {
  const right = [
    'ada@gmail.com',
    'a@mail.com',
    'a@free.fr',
    'a@sfr.com',
    'a@example.org',
    'a@kept.example.test',
  ];
  for (const one of [...right, 'a@museum.example', '', 'gmial.com', '@gmial.com']) {
    expect(suggestEmail(one), one).toBeNull();
  }
});
