import { type Examination, runChecks, type SubjectFinding } from './check';

type Environment = Readonly<Record<string, string | undefined>>;
type Examinations = Readonly<Record<string, (environment: Environment) => Examination>>;

/** Looks at the named programs, one after the other. The code is 1 if something is wrong, 0 otherwise. */
export async function runDoctor(
  programs: Examinations,
  names: readonly string[],
  environment: Environment,
): Promise<{ code: 0 | 1; text: string }> {
  const known = Object.keys(programs);
  if (names.length === 0 || names.some((name) => !known.includes(name)))
    return {
      code: 1,
      text: `Usage: bin/ticketing doctor ${known.join(' | ')}, with the settings of the program.\n`,
    };
  const texts: string[] = [];
  const all: SubjectFinding[] = [];
  for (const [name, examineProgram] of Object.entries(programs)) {
    if (!names.includes(name)) continue;
    const found = await runChecks(examineProgram(environment));
    all.push(...found);
    texts.push(`${name}\n${found.map(lineOf).join('')}`);
  }
  const count = (state: SubjectFinding['state']) => all.filter((one) => one.state === state).length;
  const total = `${count('wrong')} wrong, ${count('warning')} warnings, ${count('ok')} ok\n`;
  return { code: count('wrong') > 0 ? 1 : 0, text: [...texts, total].join('\n') };
}

const lineOf = ({ state, subject, sentence }: SubjectFinding) =>
  `${state.padEnd(8)} ${subject}: ${sentence}\n`;
