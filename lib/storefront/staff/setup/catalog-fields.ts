import { catalogOf } from '../../../setup/catalog';
import type { Draft, Texts } from '../../../setup/draft';
import { type Typed, textOf, wordsOf } from './typed';

/** The fields about the catalogue as a whole, as they were typed. */
export function typedCatalog(typed: Typed) {
  const language = textOf(typed, 'language');
  const email = textOf(typed, 'issuerEmail');
  return {
    name: wordsOf(typed, 'name'),
    language,
    timezone: textOf(typed, 'timezone'),
    issuer: {
      name: wordsOf(typed, 'issuerName'),
      address: wordsOf(typed, 'issuerAddress'),
      email: email === '' ? null : email,
      taxNumber: textOf(typed, 'issuerTaxNumber') || null,
    },
  };
}

/** The texts, with another one in this language; without it if it is empty. */
export function withText(texts: Texts, language: string, text: string): Texts {
  const others = Object.entries(texts).filter(([one]) => one !== language);
  return Object.fromEntries(text === '' ? others : [...others, [language, text]]);
}

/** What the form of the details contains at first. */
export function detailValues(draft: Draft): Typed {
  const { name, language, timezone, issuer } = catalogOf(draft);
  return {
    name: [name[language] ?? ''],
    timezone: [timezone],
    issuerName: [issuer.name],
    issuerAddress: [issuer.address],
    issuerEmail: [issuer.email ?? ''],
    issuerTaxNumber: [issuer.taxNumber ?? ''],
  };
}
