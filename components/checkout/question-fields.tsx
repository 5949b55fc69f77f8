import { Named } from '../ui/named';
import { describedBy, Field, FieldError, SelectField, TextAreaField } from '../ui/field';
import type { CountryOption } from './details-fields';
import type {
  Question,
  QuestionError,
  QuestionSection,
  TypedAnswers,
} from '@/lib/storefront/common/checkout/questions';

interface WordsOfQuestions {
  readonly optional: string;
  /** The first choice of a list from which nothing is chosen yet. */
  readonly choose: string;
}

interface QuestionFieldProps {
  question: Question;
  typed: readonly string[];
  error: string | undefined;
  words: WordsOfQuestions;
  countries: readonly CountryOption[];
  /** The language of the question, if it is not the page's. */
  lang: string | undefined;
}

const inputs = {
  text: { type: 'text' },
  // A field for numbers only would drop what is not one, and the customer could not correct it.
  number: { type: 'text', inputMode: 'decimal', size: 8, className: '!w-auto' },
  date: { type: 'date' },
  time: { type: 'time' },
  phone: { type: 'tel', inputMode: 'tel' },
  email: { type: 'email', inputMode: 'email', spellCheck: false },
} as const;

function Box({ question, typed, error, lang }: Omit<QuestionFieldProps, 'words' | 'countries'>) {
  const { name, label, hint } = question;
  return (
    <div>
      <label htmlFor={name} className="flex min-h-target items-center gap-3 font-bold">
        <input
          id={name}
          name={name}
          type="checkbox"
          value="yes"
          defaultChecked={typed.length > 0}
          aria-describedby={describedBy(name, { hint: hint || undefined, error })}
          className="h-5 w-5 flex-none accent-accent"
        />
        <span lang={lang}>{label}</span>
      </label>
      <Around name={name} hint={hint} error={error} lang={lang} />
    </div>
  );
}

interface AroundProps extends Pick<QuestionFieldProps, 'error' | 'lang'> {
  name: string;
  hint: string;
}

function Around({ name, hint, error, lang }: AroundProps) {
  return (
    <>
      {hint === '' ? null : (
        <p id={`${name}-hint`} lang={lang} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={name} error={error} />
    </>
  );
}

function Boxes({ question, typed, error, words, lang }: QuestionFieldProps) {
  const { name, label, hint, options, required } = question;
  return (
    <fieldset
      id={name}
      tabIndex={-1}
      aria-describedby={describedBy(name, { hint: hint || undefined, error })}
    >
      <legend className="pb-1 font-bold">
        <span lang={lang}>{label}</span>
        {required ? null : <span className="font-normal text-ink-soft"> ({words.optional})</span>}
      </legend>
      {options.map((option) => (
        <label key={option.code} className="flex min-h-target items-center gap-3">
          <input
            name={name}
            type="checkbox"
            value={option.code}
            defaultChecked={typed.includes(option.code)}
            className="h-5 w-5 flex-none accent-accent"
          />
          <span lang={lang}>{option.label}</span>
        </label>
      ))}
      <Around name={name} hint={hint} error={error} lang={lang} />
    </fieldset>
  );
}

/** The control for the type of the question. */
function QuestionField(props: QuestionFieldProps) {
  const { question, typed, error, words, countries, lang } = props;
  const { name, type, required } = question;
  const label = <span lang={lang}>{question.label}</span>;
  const [first = ''] = typed;
  const common = {
    name,
    label,
    error,
    defaultValue: first,
    hint: question.hint === '' ? undefined : <span lang={lang}>{question.hint}</span>,
    optional: required ? undefined : words.optional,
    'aria-required': required,
    autoComplete: question.autoComplete,
  };
  switch (type) {
    case 'boolean':
      return <Box {...props} />;
    case 'multiple_choice':
      return <Boxes {...props} />;
    case 'choice':
    case 'country': {
      const own = question.options.map((option) => ({ code: option.code, name: option.label }));
      return (
        <SelectField {...common}>
          <option value="">{words.choose}</option>
          {(type === 'country' ? countries : own).map((option) => (
            <option key={option.code} value={option.code} lang={type === 'country' ? undefined : lang}>
              {option.name}
            </option>
          ))}
        </SelectField>
      );
    }
    case 'textarea':
      return <TextAreaField {...common} rows={4} />;
    case 'text':
    case 'number':
    case 'date':
    case 'time':
    case 'phone':
    case 'email':
      return <Field {...common} {...inputs[type]} min={question.min} max={question.max} />;
  }
}

/** While it is checked the questions of its ticket are hidden, without scripts, too. */
function SameBox({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) {
  return (
    <label className="flex min-h-target items-center gap-3 pt-2 font-bold">
      <input
        name={name}
        type="checkbox"
        value="yes"
        defaultChecked={isChecked}
        className="same h-5 w-5 flex-none accent-accent"
      />
      {label}
    </label>
  );
}

interface QuestionSectionsProps {
  sections: readonly QuestionSection[];
  typed: TypedAnswers;
  errors: readonly QuestionError[];
  words: WordsOfQuestions;
  countries: readonly CountryOption[];
}

/** What the issuers ask for each ticket, and what an invoice for a company needs. */
export function QuestionSections({ sections, typed, errors, ...rest }: QuestionSectionsProps) {
  return sections.map(({ title, named, lead, isClosed, lang, same, questions }) => {
    const fields = (
      <div className="asked space-y-5 pt-3">
        {lead === '' ? null : <p className="text-ink-soft">{lead}</p>}
        {questions.map((question) => (
          <QuestionField
            key={question.name}
            {...rest}
            lang={lang}
            question={question}
            typed={typed[question.name] ?? []}
            error={errors.find(({ name }) => name === question.name)?.text}
          />
        ))}
      </div>
    );
    if (!isClosed) {
      return (
        <fieldset key={questions[0]?.name} className="border-t border-rule pt-4">
          <legend className="float-left w-full text-heading font-bold">
            {named === undefined ? title : <Named {...named} lang={lang} />}
          </legend>
          <div className="clear-both has-[.same:checked]:[&>.asked]:hidden">
            {same === undefined ? null : <SameBox {...same} isChecked={typed[same.name] !== undefined} />}
            {fields}
          </div>
        </fieldset>
      );
    }
    const isOpen = questions.some(
      ({ name }) => (typed[name] ?? []).length > 0 || errors.some((error) => error.name === name),
    );
    return (
      <details key={title} open={isOpen} className="border-t border-rule">
        <summary className="min-h-target cursor-pointer pt-3 font-bold">{title}</summary>
        <div className="pb-5">{fields}</div>
      </details>
    );
  });
}
