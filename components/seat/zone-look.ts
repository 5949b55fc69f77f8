/** How the seats of each zone look, in the order of the plan's zones: by shape and edge, so not by colour alone. */
const looks = [
  'rounded-full border-2',
  'rounded-none border-2',
  'rounded-t-full border-2',
  'rounded-md border-4 border-double',
  'rounded-tl-full rounded-br-full border-2',
] as const;

export const zoneLook = (index: number): string => looks[index % looks.length] ?? looks[0];
