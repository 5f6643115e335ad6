import { withOwn } from '#shared/rules/factfind.ts';
import { sayAnswer } from '#shared/rules/factfind-answers.ts';
import { SECTIONS } from '#shared/rules/factfind-questions.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf } from '../../services/keys/keys.ts';
import { ABOUT_FIRM, type AttributesOf, type ExportSection, type Nouns, time } from '../noun.ts';
import type { RequestItem } from '../requests/request.ts';
import { formerLines } from './copy.ts';
import type { FormItem } from './form.ts';
import { type SectionItem, toAnswers } from './section-item.ts';

const EXPORTED: ExportSection<'factfind'> = {
  name: 'factfind',
  title: 'Fact-find',
  heads: ['Section', 'Question', 'Answer', 'Who', 'When', 'Former values'],
  show(items: readonly SectionItem[], { of }) {
    const asked = of<RequestItem>(KEYS.request).flatMap(({ facts }) => facts?.own ?? []);
    const own = [...new Map(asked.map((question) => [question.id, question])).values()];
    const sections = SECTIONS.map((section) => withOwn(section, own));
    const json = items.map((item) => ({
      section: childKeyOf(item),
      answers: toAnswers(item.answers),
      asks: item.asks ?? {},
    }));
    const rows = items.flatMap((item) => {
      const [id, person] = childKeyOf(item).split('.');
      const section = sections.find((one) => one.id === id);
      const title = `${section?.title}${person ? ` (person ${person})` : ''}`;
      return (section?.questions ?? []).flatMap((question) => {
        const answer = item.answers[question.id];
        if (!answer) return [];
        const former = formerLines(question, answer).join('\n');
        return [[title, question.text, sayAnswer(question, answer), answer.name, time(answer.at), former]];
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
  factfindForm: {
    name: 'form of the firm’s fact-finds',
    key: KEYS.factfindForm,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'back',
    grows: ['version'],
    attributes: { v: true, version: true, off: true, own: true } satisfies AttributesOf<FormItem>,
  },
} as const satisfies Nouns;
