import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import { sayAnswer } from '#shared/rules/factfind-answers.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import { dotted, formatDateTime } from '../../lib/text/format.ts';
import { ErrorText } from '../../parts/factfind/error-text.tsx';
import { isGroup, QuestionControl } from '../../parts/factfind/question-control.tsx';
import { isRows } from '../../parts/factfind/typed.ts';
import { Input } from '../../ui/eager/controls.tsx';
import { charactersLeft } from '../../ui/form/characters-left.ts';
import { Words } from '../../ui/text/words.tsx';
import type { useAnswerEntry } from './answer-entry.ts';

const STATES = { unknown: 'Doesn’t know', talk: 'Would rather talk about it' } as const;
const NONE_OF_LIST = 'Has none';

type Entry = ReturnType<typeof useAnswerEntry>;

const Toggle = ({
  label,
  isOn,
  about,
  onClick,
}: {
  label: string;
  isOn: boolean;
  about: string;
  onClick: () => void;
}) => (
  <Button
    size="sm"
    variant={isOn ? 'subtle' : 'outline'}
    colorPalette={isOn ? 'brand' : 'gray'}
    aria-pressed={isOn}
    aria-describedby={about}
    onClick={onClick}
  >
    {isOn && <Check aria-hidden />}
    {label}
  </Button>
);

/** Ways to answer without a field. */
function Toggles({ question, entry, about }: { question: Question; entry: Entry; about: string }) {
  const { typed, s, type, toggle } = entry;
  const isNone = isRows(typed) && typed.length === 0;
  return (
    <Flex gap="2" wrap="wrap" mt="3">
      {question.type === 'list' && (isNone || !isRows(typed)) && (
        <Toggle label={NONE_OF_LIST} isOn={isNone} about={about} onClick={() => type(isNone ? undefined : [])} />
      )}
      <Toggle label={STATES.unknown} isOn={s === 'unknown'} about={about} onClick={() => toggle('unknown')} />
      <Toggle label={STATES.talk} isOn={s === 'talk'} about={about} onClick={() => toggle('talk')} />
    </Flex>
  );
}

interface ConflictProps {
  question: Question;
  /** In words. */
  own: string;
  theirs: FactfindAnswer;
  onKeep: () => void;
  onUse: () => void;
}

/** Shows an answer that somebody gave meanwhile, to choose the right one. */
export const Conflict = ({ question, own, theirs, onKeep, onUse }: ConflictProps) => (
  <Box role="alert" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="3" py="2" textStyle="sm">
    <Text fontWeight="medium">Somebody changed this answer meanwhile.</Text>
    <Text whiteSpace="pre-wrap">
      <Words>{dotted([theirs.name, formatDateTime(theirs.at)])}</Words>
      <span>: </span>
      <Words>{sayAnswer(question, theirs)}</Words>
    </Text>
    <Text whiteSpace="pre-wrap">
      <span>Yours: </span>
      <Words>{own}</Words>
    </Text>
    <Flex gap="2" wrap="wrap" mt="2">
      <Button size="xs" variant="outline" colorPalette="gray" onClick={onKeep}>
        Keep Yours
      </Button>
      <Button size="xs" variant="outline" colorPalette="gray" onClick={onUse}>
        Use Theirs
      </Button>
    </Flex>
  </Box>
);

export function Reason({ entry: { reason, errors, giveReason } }: { entry: Entry }) {
  const id = useId();
  const room = charactersLeft(reason, FACTFIND_LIMITS.line);
  const about = errors.reason ?? room?.text ?? 'The client reads this beside the new answer.';
  return (
    <Flex direction="column" gap="1.5">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        Reason
      </chakra.label>
      <Input
        id={id}
        required
        value={reason}
        aria-invalid={errors.reason ? true : undefined}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => giveReason(target.value)}
      />
      <Text
        id={`${id}-about`}
        textStyle="xs"
        color={errors.reason || room?.isOver ? 'fg.error' : 'fg.muted'}
        aria-live="polite"
      >
        {about}
      </Text>
    </Flex>
  );
}

/** Question with its control, as on the client’s own page. */
export function Answer({ question, entry }: { question: Question; entry: Entry }) {
  const id = useId();
  const { typed, errors } = entry;
  const error = errors[''];
  const about = [question.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const label = `${id}-label`;
  const linked = {
    id,
    'aria-labelledby': label,
    'aria-describedby': about,
    'aria-invalid': error ? (true as const) : undefined,
  };
  const isMany = isGroup(question);
  return (
    <Box>
      <chakra.label
        id={label}
        htmlFor={isMany ? undefined : id}
        display="block"
        fontWeight="semibold"
        overflowWrap="anywhere"
        mb="1"
      >
        {question.text}
      </chakra.label>
      {question.help && (
        <Text id={`${id}-help`} textStyle="sm" color="fg.muted" mb="2">
          {question.help}
        </Text>
      )}
      <Box role={isMany ? 'group' : undefined} aria-labelledby={isMany ? label : undefined}>
        <QuestionControl
          question={question}
          linked={linked}
          typed={typed}
          errors={errors}
          isReadOnly={false}
          onType={entry.type}
        />
      </Box>
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
      <Toggles question={question} entry={entry} about={label} />
    </Box>
  );
}
