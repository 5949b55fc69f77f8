/**
 * How the seats of each zone look, in the order of the plan's zones: by shape and edge, and by a colour that is the same for
 * the seat and the legend, so not by colour alone.
 */
const looks = [
  'rounded-full border-2 border-zone-a bg-zone-a/20',
  'rounded-none border-2 border-zone-b bg-zone-b/20',
  'rounded-t-full border-2 border-zone-c bg-zone-c/20',
  'rounded-md border-4 border-double border-zone-d bg-zone-d/20',
  'rounded-tl-full rounded-br-full border-2 border-zone-e bg-zone-e/20',
] as const;

export const zoneLook = (index: number): string => looks[index % looks.length] ?? looks[0];
