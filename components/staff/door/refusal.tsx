import { buttonClass } from '../../ui/button';
import type { DoorState } from './door-state';
import type { DoorTexts } from './door-texts';

interface RefusalProps {
  readonly refusal: DoorState['refusal'];
  readonly texts: DoorTexts;
  readonly signInPath: string;
}

/** Why the last scan has no result. */
export function Refusal({ refusal, texts, signInPath }: RefusalProps) {
  return (
    <div role="alert">
      {refusal === null ? null : (
        <div className="space-y-4 bg-bad px-5 py-6 text-paper">
          <p className="text-heading font-bold">{textOf(refusal, texts)}</p>
          {refusal === 'signed_out' ? (
            // A document of its own, so that the service worker sees the answer.
            <a href={signInPath} className={buttonClass('secondary', 'bg-paper')}>
              {texts.signIn}
            </a>
          ) : null}
        </div>
      )}
    </div>
  );
}

function textOf(refusal: NonNullable<DoorState['refusal']>, { problems, connection }: DoorTexts): string {
  if (refusal === 'no_list') return connection.noList;
  return problems[refusal === 'refused' ? 'not_allowed' : refusal];
}
