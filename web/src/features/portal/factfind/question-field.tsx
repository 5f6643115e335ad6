import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Check } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import type { SectionOf } from '#shared/rules/factfind.ts';
import { type Given, isSameAnswer } from '#shared/rules/factfind-answers.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { ErrorText } from '../../../parts/factfind/error-text.tsx';
import { isGroup, QuestionControl } from '../../../parts/factfind/question-control.tsx';
import { isRows, readTyped, type Typed, typedOf } from '../../../parts/factfind/typed.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { Missing } from '../preloaded-part.tsx';
import { PageTitle } from '../subpage.tsx';
import { Asked } from './asked.tsx';
import { type Change, conflictOf, givenIn, nameOf } from './draft.ts';
import { useFactfind } from './factfind-context.ts';
import { TALK, UNKNOWN } from './words.ts';

const NONE_OF_LIST = 'I have none';
const Conflict = lazyPart(() => import('./conflict.tsx'), Missing);
const StaffAnswer = lazyPart(
  () => import('./correction.tsx'),
  () => null,
);

/** Texts that a browser may fill in. */
const OWN_FACTS: Readonly<Record<string, string>> = {
  name: 'name',
  known: 'nickname',
  born: 'bday',
  address: 'street-address',
};
const FIRST_PERSON = 1;

interface ToggleProps {
  label: string;
  isOn: boolean;
  about: string;
  onClick: () => void;
}

/** Answer without a field. Pressing it again takes it back. */
const Toggle = ({ label, isOn, about, onClick }: ToggleProps) => (
  <Button
    size="lg"
    px="3"
    variant={isOn ? 'subtle' : 'ghost'}
    borderWidth="1px"
    borderColor={isOn ? 'brand.border' : 'transparent'}
    textDecoration={isOn ? undefined : 'underline'}
    textUnderlineOffset="3px"
    aria-pressed={isOn}
    aria-describedby={about}
    onClick={onClick}
  >
    {isOn && <Check aria-hidden />}
    <span>{label}</span>
  </Button>
);

/** Returns a question’s field as it is now, and what changes it. */
function useAnswer(at: SectionOf, question: Question) {
  const { factfind, saving, saver, me } = useFactfind();
  const place = { section: at.key, id: question.id };
  const name = nameOf(place);
  const stored = factfind.answers[at.key]?.[question.id];
  const draft = saving.drafts.get(name);
  /** Latest text of this visit: the saved answer looks different, such as 1200 for "1,200". */
  const [latest, setLatest] = useState<Typed>();
  const isLatest = isSameAnswer({ v: readTyped(question, latest).value }, { v: stored?.v });
  const saved = isLatest ? latest : typedOf(stored?.v);
  const s = draft ? draft.s : stored?.s;
  const typed = s ? undefined : draft ? draft.typed : saved;
  const change = (to: Change) => {
    if (to.typed !== undefined) setLatest(to.typed);
    saver?.change(place, to);
  };
  return {
    typed,
    s,
    errors: draft ? (readTyped(question, typed).errors ?? {}) : {},
    refusal: saving.refusals.get(name),
    isUnsaved: draft !== undefined,
    isByStaff: stored?.by === null,
    own: draft && givenIn(question, draft),
    theirs: draft && conflictOf(question, draft, stored, me),
    type: (to: Typed | undefined) => change({ typed: to }),
    toggle: (to: NonNullable<Given['s']>) => {
      if (typed !== undefined) setLatest(typed);
      change(s === to ? { typed: latest } : { s: to });
    },
    settle: (keepsOwn: boolean) => void saver?.settle(place, keepsOwn),
  };
}

interface Props {
  at: SectionOf;
  question: Question;
  /** True if the question is the title of its page. */
  isTitle: boolean;
  showsErrors: boolean;
}

/** A question with its field, and the ways to answer without one. */
export function QuestionField({ at, question, isTitle, showsErrors }: Props) {
  const id = useId();
  const { saver, me } = useFactfind();
  const answer = useAnswer(at, question);
  const { typed, s, theirs, own } = answer;
  // Not as a field is left: the page would move under the finger that presses Continue.
  const [wasUnsaved] = useState(answer.isUnsaved);
  // Stays once the client has changed it: the page would move while somebody types.
  const [isOfStaff, setOfStaff] = useState(answer.isByStaff);
  if (answer.isByStaff && !isOfStaff) setOfStaff(true);
  const { type, text, help } = question;
  const errors = showsErrors || wasUnsaved ? answer.errors : {};
  const error = errors[''] ?? answer.refusal;
  const about = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const linked = {
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': about,
    'aria-invalid': error ? (true as const) : undefined,
  };
  const isOwn = at.section.id === 'you' && (at.person ?? FIRST_PERSON) === me;
  const label = isGroup(question) ? (
    <span>{text}</span>
  ) : (
    <label htmlFor={id} id={`${id}-text`}>
      {text}
    </label>
  );
  return (
    <Box mt={isTitle ? undefined : '7'}>
      {isTitle ? (
        <PageTitle id={`${id}-label`}>{label}</PageTitle>
      ) : (
        <chakra.h2
          id={`${id}-label`}
          tabIndex={-1}
          outline="none"
          fontFamily="body"
          textStyle="lg"
          fontWeight="semibold"
          overflowWrap="anywhere"
        >
          {label}
        </chakra.h2>
      )}
      {help && (
        <Text id={`${id}-help`} color="fg.muted" mt="1">
          {help}
        </Text>
      )}
      <Asked at={at} id={question.id} stays />
      {isOfStaff && (
        <Suspense>
          <StaffAnswer at={at} question={question} />
        </Suspense>
      )}
      <chakra.fieldset
        disabled={!saver}
        minW="0"
        mt="3"
        aria-labelledby={isGroup(question) ? `${id}-label` : undefined}
        aria-describedby={isGroup(question) ? about : undefined}
      >
        <QuestionControl
          question={question}
          linked={linked}
          typed={typed}
          errors={errors}
          isReadOnly={!saver}
          onType={answer.type}
          autoComplete={isOwn ? OWN_FACTS[question.id] : undefined}
        />
        <ErrorText id={`${id}-error`}>{error}</ErrorText>
        {theirs && own && (
          <Suspense>
            <Conflict question={question} own={own} theirs={theirs} titleId={`${id}-label`} onSettle={answer.settle} />
          </Suspense>
        )}
        <Flex columnGap="2" rowGap="1" wrap="wrap" mt="3" ms="-3">
          {type === 'list' && (!isRows(typed) || typed.length === 0) && (
            <Toggle
              label={NONE_OF_LIST}
              isOn={isRows(typed)}
              about={`${id}-label`}
              onClick={() => answer.type(isRows(typed) ? undefined : [])}
            />
          )}
          <Toggle
            label={UNKNOWN}
            isOn={s === 'unknown'}
            about={`${id}-label`}
            onClick={() => answer.toggle('unknown')}
          />
          <Toggle label={TALK} isOn={s === 'talk'} about={`${id}-label`} onClick={() => answer.toggle('talk')} />
        </Flex>
      </chakra.fieldset>
    </Box>
  );
}
