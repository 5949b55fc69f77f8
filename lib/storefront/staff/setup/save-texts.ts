import { type Language, languages } from '../../../locale/languages';
import type { Draft } from '../../../setup/draft';
import type { Result } from '../../../setup/result';
import { allTexts, putTexts, type TextView } from '../../../setup/translations';
import { saveDraft, type Saving } from './drafts';
import { type Typed, typedFields, wordsOf } from './typed';

/** More than any event of people has; a program that writes names for hundreds of sessions writes them in all languages. */
const mostTexts = 80;

/** The texts of one thing: `events/boat`, `products/adult`, or `catalog/` for the catalogue itself. */
export function textsOfThing(draft: Draft, thing: string): TextView[] {
  const [list = '', ...rest] = thing.split('/');
  const key = rest.join('/');
  return allTexts(draft)
    .filter(({ path, key: owner }) => path[0] === list && (list === 'catalog' || owner === key))
    .slice(0, mostTexts);
}

/** The name of a field: the texts of one thing are counted, so that what others add elsewhere does not matter. */
export const textField = ({ member }: TextView, index: number, language: Language): string =>
  `${member}-${index}-${language}`;

/** What the form contains at first. */
export function textValues(views: readonly TextView[]): Typed {
  return Object.fromEntries(
    views.flatMap((view, index) =>
      languages.map((language) => [textField(view, index, language), [view.texts[language] ?? '']]),
    ),
  );
}

/** Saves the texts of one thing in all languages. */
export function saveTexts(saving: Saving, thing: string, form: FormData) {
  const typed = typedFields(form);
  return saveDraft(
    saving,
    (draft): Result<object> => {
      let written = draft;
      for (const [index, view] of textsOfThing(draft, thing).entries()) {
        const given = languages.filter((language) => textField(view, index, language) in typed);
        const texts = given.map((language) => [language, wordsOf(typed, textField(view, index, language))]);
        const put = putTexts(written, view.path, Object.fromEntries(texts) as Record<string, string>);
        if (put.kind === 'refused') return wrongText(put.problems, view.member);
        written = put.draft;
      }
      return { kind: 'changed', draft: written };
    },
    { reasonFor: () => thing, shown: (draft) => textValues(textsOfThing(draft, thing)) },
  );
}

function wrongText(
  problems: Extract<Result<object>, { kind: 'refused' }>['problems'],
  member: string,
): Result<object> {
  return { kind: 'refused', problems: problems.map(({ problem }) => ({ field: member, problem })) };
}
