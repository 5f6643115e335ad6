import type { Question } from '#shared/rules/factfind-shape.ts';
import { Choices } from './choices.tsx';
import { ListField } from './list-field.tsx';
import { type Linked, TextControl } from './text-controls.tsx';
import { isChoices, isRows, type Typed, withChoice } from './typed.ts';

const YES_OR_NO = { yes: 'Yes', no: 'No' };
const GROUPS = ['yes', 'one', 'some', 'list', 'month'];

/** Returns true for a question with several controls, which a group labels instead of a label. */
export const isGroup = ({ type }: Question) => GROUPS.includes(type);

interface Props {
  question: Question;
  linked: Linked;
  typed: Typed | undefined;
  /** Errors of a list's fields. */
  errors: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  onType: (typed: Typed | undefined) => void;
  autoComplete?: string | undefined;
}

/** Control for an answer by the type of its question. */
export function QuestionControl({ question, linked, typed, errors, isReadOnly, onType, autoComplete }: Props) {
  const { type, options = {} } = question;
  const choices = isChoices(typed) ? typed : [];
  switch (type) {
    case 'list':
      return (
        <ListField
          question={question}
          rows={isRows(typed) ? typed : []}
          errors={errors}
          isReadOnly={isReadOnly}
          onType={onType}
        />
      );
    case 'yes':
    case 'one':
      return (
        <Choices
          type="radio"
          name={linked.id}
          options={type === 'yes' ? YES_OR_NO : options}
          chosen={typeof typed === 'boolean' ? [typed ? 'yes' : 'no'] : typeof typed === 'string' ? [typed] : []}
          onChoose={(option) => onType(type === 'yes' ? option === 'yes' : option)}
        />
      );
    case 'some':
      return (
        <Choices
          type="checkbox"
          name={linked.id}
          options={options}
          chosen={choices}
          onChoose={(option, isChosen) => onType(withChoice(choices, option, isChosen))}
        />
      );
    default:
      return (
        <TextControl
          field={question}
          linked={linked}
          value={typeof typed === 'string' ? typed : ''}
          onType={onType}
          autoComplete={autoComplete}
        />
      );
  }
}
