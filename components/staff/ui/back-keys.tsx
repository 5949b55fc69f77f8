import { type CounterWay, counterWays } from '@/lib/shop/values/checkout-values';
import { Button } from '../../ui/button';
import { SubmitButton } from '../../ui/submit-button';

export interface BackKeysProps {
  /** How it was paid: it goes back in the same way, unless somebody decides otherwise. */
  readonly used: CounterWay;
  /** `later`: nobody pays it back now. `other`: leads to the way that was not used. */
  readonly words: Readonly<Record<CounterWay | 'later' | 'other', string>>;
}

/** The keys of a form after which money goes back at the counter: each says how. */
export function BackKeys({ used, words }: BackKeysProps) {
  return (
    <>
      <SubmitButton name="paidBack" value={used}>
        {words[used]}
      </SubmitButton>
      <Button type="submit" variant="quiet">
        {words.later}
      </Button>
      <details>
        <summary className="inline-flex min-h-target cursor-pointer items-center underline">
          {words.other}
        </summary>
        {counterWays
          .filter((way) => way !== used)
          .map((way) => (
            <SubmitButton key={way} name="paidBack" value={way} variant="secondary">
              {words[way]}
            </SubmitButton>
          ))}
      </details>
    </>
  );
}
