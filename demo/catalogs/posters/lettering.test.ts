import { describe, expect, it } from 'vitest';
import { fitLettering, lineHeight, measure } from './lettering';

describe('fitLettering', () => {
  const box = { x: 0, y: 0, width: 400, height: 300 };

  it.each(['Bleu', 'The Lock-Keeper’s Night', 'Musée Lormeau, vu du quai', 'a b c d e f g h i j k l m n'])(
    'keeps %j inside its box',
    (text) => {
      const { size, lines } = fitLettering(text, box, 200);
      expect(lines.join(' ')).toBe(text);
      expect(lines.length * size * lineHeight).toBeLessThanOrEqual(box.height);
      for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(box.width);
    },
  );

  it('grows with the room, up to the largest size', () => {
    expect(fitLettering('Bleu', box, 60).size).toBe(60);
    expect(fitLettering('Bleu', box, 200).size).toBeLessThan(
      fitLettering('Bleu', { ...box, width: 900 }, 200).size,
    );
  });

  it('says so when there is no room', () => {
    expect(() => fitLettering('Donaudampfschifffahrtsgesellschaftskapitän', box, 200)).toThrow('no room');
  });
});
