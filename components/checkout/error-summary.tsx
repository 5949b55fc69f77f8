import type { QuestionError } from '@/lib/storefront/common/checkout/questions';
import { Notice } from '../ui/notice';
import { detailFields } from './contact-details';
import type { DetailErrors } from './details-fields';

interface ErrorSummaryProps {
  readonly errors: DetailErrors;
  readonly others: readonly QuestionError[];
  readonly title: string;
}

/** What is missing or wrong, with links to the fields. */
export function ErrorSummary({ errors, others, title }: ErrorSummaryProps) {
  const own = detailFields.flatMap((field) => {
    const text = errors[field];
    return text === undefined ? [] : [{ name: field, summary: text }];
  });
  return (
    <Notice tone="problem" title={title}>
      <ul>
        {[...own, ...others].map(({ name, summary }) => (
          <li key={name}>
            <a href={`#${name}`} className="inline-flex min-h-target items-center underline wrap-anywhere">
              {summary}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
