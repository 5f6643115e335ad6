import { sayAnswer } from '#shared/rules/factfind-answers.ts';
import { SECTIONS } from '#shared/rules/factfind-questions.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf } from '../../services/keys/keys.ts';
import { type ExportSection, type Nouns, time } from '../noun.ts';
import { type SectionItem, toAnswers } from './section-item.ts';

const EXPORTED: ExportSection<'factfind'> = {
  name: 'factfind',
  title: 'Fact-find',
  heads: ['Section', 'Question', 'Answer', 'Who', 'When'],
  show(items: readonly SectionItem[]) {
    const json = items.map((item) => ({
      section: childKeyOf(item),
      answers: toAnswers(item.answers),
    }));
    const rows = items.flatMap((item) => {
      const [id, person] = childKeyOf(item).split('.');
      const section = SECTIONS.find((one) => one.id === id);
      const title = `${section?.title}${person ? ` (person ${person})` : ''}`;
      return (section?.questions ?? []).flatMap((question) => {
        const answer = item.answers[question.id];
        return answer ? [[title, question.text, sayAnswer(question, answer), answer.name, time(answer.at)]] : [];
      });
    });
    return { json, rows };
  },
};

export const nouns = {
  facts: {
    name: 'answers of a section of the fact-find',
    rest: ['client', 'section', 'section.person'],
    key: KEYS.facts,
    owner: 'client',
    exported: EXPORTED,
    restored: 'back',
    verified: 'Answers refer to nothing, and the next save counts the sections that are done.',
  },
} as const satisfies Nouns;
