/** A person whose data the tests use, and then look for in the log. */
export const person = {
  firstname: 'Zoëlle',
  lastname: 'Łukasz-Nuñez',
  email: 'zoelle.lukasz@example.org',
  phone: '+33 6 12 34 56 78',
  token: 'q3Zk9_Ws7bVt2LxYcR5mHd8fPj4gNe6uTa1oKi0sXvQ',
} as const;

/** Which of these texts another text contains, in any form: plain, escaped for JSON, or for an address. */
export function findSeeded(text: string, seeded: readonly string[] = Object.values(person)): string[] {
  const lower = text.toLowerCase();
  return seeded.filter((one) =>
    [one, encodeURIComponent(one), JSON.stringify(one).slice(1, -1), asciiJson(one)].some((written) =>
      lower.includes(written.toLowerCase()),
    ),
  );
}

function asciiJson(text: string): string {
  return text.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
