import sanitizeHtml from 'sanitize-html';

/** A field of a form, as HTML has it. */
export interface Field {
  name: string;
  /** The type of the input, or `select`. */
  type: string;
  value: string;
  isChecked: boolean;
}

export interface Form {
  action: string;
  method: 'get' | 'post';
  isMultipart: boolean;
  fields: Field[];
}

/** A button that is sent with its form. */
export interface NamedButton {
  name: string;
  value: string;
}

export interface PageParts {
  title: string;
  buttons: NamedButton[];
  links: string[];
  images: string[];
  forms: Form[];
}

/**
 * Reads the links and forms that a browser without scripts can use. Disabled fields are left out, as in a browser.
 */
export function readPage(html: string): PageParts {
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? '';
  const page: PageParts = { title, buttons: [], links: [], images: [], forms: [] };
  let form: Form | undefined;
  let select: Field | undefined;
  const opened = (tag: string, given: Readonly<Record<string, string>>) => {
    const { name = '', value = '', href, src, type = 'text' } = given;
    if (tag === 'a' && href !== undefined) page.links.push(href);
    if (tag === 'img' && src !== undefined) page.images.push(src);
    if (tag === 'button' && name !== '') page.buttons.push({ name, value });
    if (tag === 'form') {
      form = {
        action: given['action'] ?? '',
        method: given['method']?.toLowerCase() === 'post' ? 'post' : 'get',
        isMultipart: given['enctype'] === 'multipart/form-data',
        fields: [],
      };
      page.forms.push(form);
    }
    if (form === undefined || given['disabled'] !== undefined) return;
    if (tag === 'input' && name !== '')
      form.fields.push({ name, type, value, isChecked: given['checked'] !== undefined });
    if (tag === 'select' && name !== '') {
      select = { name, type: 'select', value: '', isChecked: false };
      form.fields.push(select);
    }
    // The first option with a value, if none is selected.
    if (tag === 'option' && select !== undefined && (select.value === '' || given['selected'] !== undefined))
      select.value = value;
  };
  const closed = (tag: string) => {
    if (tag === 'form') form = undefined;
    if (tag === 'select') select = undefined;
  };
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: opened,
    onCloseTag: closed,
  });
  return page;
}

/** The form that has all of these fields, and none of those. */
export function formWith({ forms }: PageParts, names: readonly string[], without: readonly string[] = []) {
  const has = ({ fields }: Form, name: string) => fields.some((field) => field.name === name);
  return forms.find(
    (form) => names.every((name) => has(form, name)) && !without.some((name) => has(form, name)),
  );
}

/** The form that has all of these fields, and none of those. Throws with the message `missing` if there is none. */
export function neededForm(
  page: PageParts,
  names: readonly string[],
  missing: string,
  without: readonly string[] = [],
): Form {
  const form = formWith(page, names, without);
  if (form === undefined) throw new Error(missing);
  return form;
}

/**
 * The form data of a browser: the values in the form, typed values instead, and one of each group of radio buttons.
 */
export function entriesOf(
  { fields }: Form,
  typed: Readonly<Record<string, string>>,
  pick: (choices: readonly Field[]) => Field | undefined,
): [string, string][] {
  const radios = new Map<string, Field[]>();
  const entries: [string, string][] = [];
  for (const field of fields) {
    const { name, type, isChecked } = field;
    if (type === 'radio') radios.set(name, [...(radios.get(name) ?? []), field]);
    else if (type !== 'checkbox' || isChecked) entries.push([name, typed[name] ?? field.value]);
  }
  for (const [name, choices] of radios) {
    const chosen = pick(choices);
    if (chosen !== undefined) entries.push([name, typed[name] ?? chosen.value]);
  }
  const known = new Set(fields.map(({ name }) => name));
  return [...entries, ...Object.entries(typed).filter(([name]) => !known.has(name))];
}
