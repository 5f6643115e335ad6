import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type FactfindForm, factfindForm } from '#shared/contract/factfind-form.ts';
import {
  OWN_SECTION,
  OWN_TYPE_NAMES,
  type OwnQuestion,
  SECTION_IDS,
  SECTION_TITLES,
} from '#shared/rules/factfind-shape.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import type { Draft } from '../../lib/drafts/drafts.ts';
import { factfindFormQuery } from '../../parts/request/factfind-form.ts';
import { type DialogState, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import { Tick } from '../../ui/form/tick.tsx';
import { FieldSkeletons } from '../../ui/layout/page-section.tsx';
import { ListEditor } from './list-editor.tsx';
import { OwnForm, useVersionedDraft } from './own-form.tsx';
import { saveFactfindForm } from './queries.ts';

const QuestionDialog = lazyDialog(() => import('./question-dialog.tsx'));

const Fieldset = chakra('fieldset', { base: { minW: '0' } });

const Legend = ({ children }: { children: string }) => (
  <Text as="legend" fontWeight="medium" mb="1">
    {children}
  </Text>
);

interface SectionsProps {
  off: FactfindForm['off'];
  onChange: (off: FactfindForm['off']) => void;
  problem: string | undefined;
}

function Sections({ off, onChange, problem }: SectionsProps) {
  const id = useId();
  return (
    <Fieldset aria-describedby={`${id}-hint ${id}-problem`}>
      <Legend>Sections</Legend>
      <Text id={`${id}-hint`} textStyle="sm" color="fg.muted" mb="1">
        Ticked at first when a fact-find is started. Advisers can choose others.
      </Text>
      <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} columnGap="4">
        {SECTION_IDS.map((section) => (
          <Flex as="label" key={section} gap="2.5" py="1" cursor="pointer">
            <Tick
              checked={!off.includes(section)}
              onChange={(isOn) => onChange(SECTION_IDS.filter((one) => (one === section ? !isOn : off.includes(one))))}
              mt="0.5"
            />
            <span>{SECTION_TITLES[section]}</span>
          </Flex>
        ))}
      </Box>
      <Text id={`${id}-problem`} role="status" textStyle="sm" color="fg.error">
        {problem}
      </Text>
    </Fieldset>
  );
}

const QUESTIONS = {
  label: 'Your own questions',
  noun: 'Question',
  most: { count: FACTFIND_LIMITS.ownQuestions, text: `${FACTFIND_LIMITS.ownQuestions} questions` },
  empty: 'None yet. Add what you want to know besides.',
  nameOf: ({ text }: OwnQuestion) => text,
  about: ({ type }: OwnQuestion) => (
    <Text textStyle="sm" color="fg.muted">
      {OWN_TYPE_NAMES[type]}
    </Text>
  ),
  dialog: (state: DialogState, onDone: (question: OwnQuestion) => void, question?: OwnQuestion) => (
    <QuestionDialog {...state} {...(question && { question })} onDone={onDone} />
  ),
};

interface SavedProps {
  saved: FactfindForm;
  draft: Draft;
}

function SavedForm({ saved, draft: kept }: SavedProps) {
  const draft = useVersionedDraft(saved, kept);
  const { mutateAsync } = useMutation(saveFactfindForm);
  const { shown, set } = draft;
  const { off, own } = shown;
  const problem = factfindForm.safeParse(shown).error?.issues[0]?.message;
  return (
    <OwnForm
      draft={draft}
      noun="Form"
      isWrong={problem !== undefined}
      onSave={() => mutateAsync({ body: { version: saved.version, off, own } })}
    >
      <Sections off={off} onChange={(next) => set({ ...shown, off: next })} problem={problem} />
      <Fieldset>
        <Legend>Your own questions</Legend>
        <Text textStyle="sm" color="fg.muted" mb="3">
          {`They come at the end, in “${SECTION_TITLES[OWN_SECTION]}”.`}
        </Text>
        <ListEditor kind={QUESTIONS} list={own} onChange={(next) => set({ ...shown, own: next })} />
      </Fieldset>
    </OwnForm>
  );
}

/** The firm's form of fact-finds. Saved as a whole. */
export default function FactfindFields({ draft }: { draft: Draft }) {
  const { data, error, refetch } = useQuery(factfindFormQuery);
  if (data) return <SavedForm saved={data} draft={draft} />;
  if (error) return <ErrorState title="The form could not be loaded" error={error} onRetry={refetch} />;
  return <FieldSkeletons count={6} />;
}
