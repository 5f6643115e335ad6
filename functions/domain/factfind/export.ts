import { askedIn, sectionsOf } from '#shared/rules/factfind.ts';
import { sayAnswer } from '#shared/rules/factfind-answers.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { londonParts } from '#shared/rules/london.ts';
import { transact } from '../../aws/table.ts';
import { type Cell, csv } from '../../services/csv.ts';
import type { Staff } from '../accounts/session.ts';
import { type ChangeContext, entryWrites } from '../clients/client-writes.ts';
import { ownPeople } from '../clients/person.ts';
import { type FactfindFile, formFor, foundFactfind } from './factfind.ts';
import { answersIn, type StoredAnswer } from './section-item.ts';

const HEAD = ['Section', 'Person', 'Question', 'Answer', 'Given by', 'Date'];

/** Returns the answer's cells: a row of the file for each row of a list, and one for any other answer. */
function cellsOf(question: Question, answer: StoredAnswer | undefined): Cell[][] {
  const said = sayAnswer(question, answer);
  const given = answer ? [answer.name, londonParts(new Date(answer.at)).date] : ['', ''];
  return (question.type === 'list' ? said.split('\n') : [said]).map((words) => [words, ...given]);
}

/** Returns every question that is asked, with its answer, as CSV. Logs the export before it leaves. */
export async function exportFactfind(
  context: ChangeContext<Staff>,
  { request, stored }: FactfindFile,
): Promise<Buffer> {
  const { client, now } = context;
  const form = formFor(foundFactfind(request), client);
  const people = ownPeople(client);
  const answers = answersIn(stored);
  const { date: today } = londonParts(now);
  const rows = sectionsOf(form).flatMap((at) => {
    const name = people.find(({ number }) => number === at.person)?.name ?? '';
    return askedIn(at, form, answers, today).flatMap((question) =>
      cellsOf(question, answers[at.key]?.[question.id]).map((cells) => [
        at.section.title,
        name,
        question.text,
        ...cells,
      ]),
    );
  });
  await transact(entryWrites(context, { action: 'factfind-exported', data: {} }));
  return csv(rows, HEAD);
}
