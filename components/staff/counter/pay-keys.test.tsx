import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TypeQuantities } from '../../offer/type-quantities';
import { PayKeys } from './pay-keys';

const words = {
  given: 'Cash given',
  exact: 'Exact cash',
  change: 'Change',
  missing: 'Still missing:',
  notAmount: 'Type an amount.',
  terminal: 'Card terminal',
  later: 'Later',
  total: 'Total',
  earlier: 'Earlier tickets',
  due: 'To pay',
  back: 'To give back',
  backCash: 'Back in cash',
  backTerminal: 'Back to the card',
  exchange: 'Exchange',
  byProvider: 'By the provider',
};

/** Two tickets of 10.00 are chosen. */
function keys(exchange: ComponentProps<typeof PayKeys>['exchange'], quantity = '2') {
  const html = renderToStaticMarkup(
    <TypeQuantities
      types={[{ field: 'quantity', initial: quantity, maximum: 9, cents: 1_000 }]}
      limits={{}}
      sessions={{}}
      language="en"
    >
      <PayKeys cartCents={0} exchange={exchange} notes={['50.00']} language="en" words={words} />
    </TypeQuantities>,
  );
  return {
    buttons: [...html.matchAll(/<button[^>]*value="([^"]*)"[^>]*>(.*?)<\/button>/g)].map(
      ([, value = '', text = '']) => `${value}: ${text.replaceAll(/<[^>]*>/g, '')}`,
    ),
    balance: /name="balance" value="([^"]*)"/.exec(html)?.[1],
    text: html.replaceAll(/<[^>]*>/g, ' '),
  };
}

it('a sale is paid with all keys, and sends no balance', () => {
  const { buttons, balance, text } = keys(null);
  expect(buttons).toEqual([
    'later: ',
    'cash: Exact cash €20.00',
    '50.00: €50Change €30.00',
    'terminal: Card terminal',
    'later: Later',
  ]);
  expect(balance).toBeUndefined();
  expect(text).toContain('Total');
});

it('of an exchange only the difference is taken', () => {
  const { buttons, balance, text } = keys({ cents: 1_250, isAtCounter: true });
  expect(buttons).toContain('cash: Exact cash €7.50');
  expect(buttons).toContain('terminal: Card terminal');
  expect(balance).toBe('7.50');
  expect(text).toMatch(/Earlier tickets.*-€12\.50.*To pay.*€7\.50/);
});

it('what is left is given back by the key that says how, in the same place', () => {
  const { buttons, balance, text } = keys({ cents: 2_500, isAtCounter: true });
  expect(buttons).toEqual(['later: ', 'cash: Back in cash', 'terminal: Back to the card', 'later: Later']);
  expect(balance).toBe('-5.00');
  expect(text).toMatch(/To give back.*€5\.00/);
});

it('what is left of tickets that were paid in the shop goes back by the provider', () => {
  const { buttons, text } = keys({ cents: 2_500, isAtCounter: false });
  expect(buttons).toEqual(['later: ', 'cash: Exchange', 'later: Later']);
  expect(text).toContain('By the provider');
});

it('without a difference, or without tickets, there is nothing to say how', () => {
  for (const quantity of ['2', '0']) {
    const { buttons } = keys({ cents: 2_000, isAtCounter: true }, quantity);
    expect(buttons).toEqual(['later: ', 'cash: Exchange', 'later: Later']);
  }
});
