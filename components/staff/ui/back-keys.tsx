import { counterWays } from '@/lib/shop/values/checkout-values';
import { Button } from '../../ui/button';
import { SubmitButton } from '../../ui/submit-button';

/** `later`: nobody pays it back now. */
export type BackKeyWords = Readonly<Record<(typeof counterWays)[number] | 'later', string>>;

/** The keys of a form after which money goes back at the counter: each says how. */
export function BackKeys({ words }: { readonly words: BackKeyWords }) {
  return (
    <>
      {counterWays.map((way, index) => (
        <SubmitButton key={way} name="paidBack" value={way} variant={index === 0 ? 'primary' : 'secondary'}>
          {words[way]}
        </SubmitButton>
      ))}
      <Button type="submit" variant="quiet">
        {words.later}
      </Button>
    </>
  );
}
