import { listOf } from '#shared/rules/counted-words.ts';
import { type Answers, askedIn, type FactfindForm, type SectionOf, sectionsOf } from '#shared/rules/factfind.ts';
import { sayAnswer } from '#shared/rules/factfind-answers.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { contactLines, legalLines } from '#shared/rules/legal-lines.ts';
import { sayLongDay, sayMoment } from '#shared/rules/say-date.ts';
import type { firmOfClients } from '../../services/settings.ts';
import type { FormerAnswer, StoredAnswer } from './section-item.ts';

/** Facts of the copy that both sides keep. Days are London's, times are ISO. */
export interface Copied {
  firm: ReturnType<typeof firmOfClients>;
  people: readonly { number: number; name: string }[];
  form: FactfindForm;
  answers: Readonly<Record<string, Readonly<Record<string, StoredAnswer>>>>;
  sentBy: string | undefined;
  sentAt: string | undefined;
  /** Set if the client would rather answer together with the adviser. */
  isTogether: true | undefined;
  agreedOn: string;
  acceptedBy: string;
  acceptedAt: string;
  /** Time of the copy before. */
  copiedAt: string | undefined;
}

const indented = (text: string, by = '  ') =>
  text
    .split(/\r\n?|\n/)
    .map((line) => by + line)
    .join('\n');

const nameIn = ({ people }: Copied, number: number | null) => people.find((one) => one.number === number)?.name;

const titleOf = (copied: Copied, { section, person }: SectionOf) =>
  section.each && copied.form.people.length > 1 ? `${section.title}: ${nameIn(copied, person)}` : section.title;

const givenBy = ({ name, at }: FormerAnswer) => `(${name}, ${sayMoment(at)})`;

/** Returns the former values, newest first, each with why it was replaced. */
export function formerLines(question: Question, answer: StoredAnswer): string[] {
  const values = [...(answer.was ?? []), answer];
  return values.slice(1).map((value, i) => {
    const former = values[i] ?? value;
    const why = value.reason ? `: “${value.reason}”` : '';
    return `Before: ${sayAnswer(question, former).replaceAll(/\r\n?|\n/g, '; ')} ${givenBy(former)}, changed by ${value.name}${why}`;
  });
}

function answerLines(question: Question, answer: StoredAnswer | undefined): string[] {
  const isGiven = answer && (answer.v !== undefined || answer.s !== undefined);
  return [
    question.text,
    indented(sayAnswer(question, answer)),
    ...(isGiven ? [`  ${givenBy(answer)}`] : []),
    ...(answer ? formerLines(question, answer).map((line) => indented(line)) : []),
    '',
  ];
}

function valueAt(answer: StoredAnswer, time: string): FormerAnswer | undefined {
  return answer.was?.findLast(({ at }) => at <= time);
}

/** Returns what changed since the copy before, in the order of the questions. */
function changedLines(copied: Copied, asked: readonly (readonly [SectionOf, readonly Question[]])[]): string[] {
  const { copiedAt } = copied;
  if (copiedAt === undefined) return [];
  const lines = asked.flatMap(([at, questions]) =>
    questions.flatMap((question) => {
      const answer = copied.answers[at.key]?.[question.id];
      if (!answer || answer.at <= copiedAt) return [];
      const [was, is] = [sayAnswer(question, valueAt(answer, copiedAt)), sayAnswer(question, answer)];
      return was === is ? [] : [`${titleOf(copied, at)} – ${question.text}`, indented(`${was} → ${is}`), ''];
    }),
  );
  const heading = `What changed since the copy of ${sayLongDay(copiedAt)}`;
  return ['', heading.toUpperCase(), '', ...(lines.length > 0 ? lines : ['Nothing.', ''])];
}

function headLines(copied: Copied): string[] {
  const { firm, sentBy, sentAt, isTogether, agreedOn, acceptedBy, acceptedAt } = copied;
  const names = listOf(
    copied.people.filter(({ number }) => copied.form.people.includes(number)).map(({ name }) => name),
  );
  const legal = legalLines(firm.legal, { hasPage: false }).map((group) =>
    group.map(({ text, url }) => (url ? `${text}: ${url}` : text)),
  );
  return [
    `Fact-find of ${names}`,
    '',
    ...contactLines(firm),
    ...legal.flat(),
    '',
    ...(sentAt
      ? [`${isTogether ? 'Handed in to be answered together' : 'Sent'} by ${sentBy ?? names} on ${sayLongDay(sentAt)}.`]
      : []),
    `Agreed on ${sayLongDay(agreedOn)} with ${names}.`,
    `Accepted by ${acceptedBy} on ${sayLongDay(acceptedAt)}.`,
    '',
  ];
}

/** Returns the copy as plain text, which opens everywhere and has one SHA-256. */
export function copyOf(copied: Copied, today: string): string {
  const { form } = copied;
  const answers: Answers = copied.answers;
  const asked = sectionsOf(form).map((at) => [at, askedIn(at, form, answers, today)] as const);
  const body = asked.flatMap(([at, questions]) => [
    titleOf(copied, at).toUpperCase(),
    '',
    ...questions.flatMap((question) => answerLines(question, copied.answers[at.key]?.[question.id])),
  ]);
  return `${[...headLines(copied), ...body, ...changedLines(copied, asked)].join('\n').trimEnd()}\n`;
}
