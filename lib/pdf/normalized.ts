// Joiners are kept: Persian and Hindi need them. Other characters that show nothing could change the order of what
// stands around them.
const invisible = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
const unreadable = /[\p{Cs}\p{Co}\p{Cn}\ufffc\ufffd]|(?!\n)\p{Cc}|(?![\u200c\u200d])\p{Cf}/gu;

/** A text in its composed form, without characters that show nothing. Lines end with \n. */
export function normalized(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\v\f\u0085]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(invisible, '')
    .replace(unreadable, '');
}
