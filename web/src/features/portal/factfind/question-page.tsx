import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { pagesOf, sectionAt } from '#shared/rules/factfind.ts';
import { PageTitle, UpLink } from '../subpage.tsx';
import { stuckPlaces, titleOf, useFactfind } from './factfind-context.ts';
import { usePaths } from './paths.ts';
import { QuestionField } from './question-field.tsx';
import { SaveLine, StuckNote } from './save-line.tsx';
import { askedAfter, FROM_ASKS } from './staff-notes.ts';

const FAULT = '[aria-invalid=true], [role=alert] button';

/** Questions that belong together, on a page with an address of its own. */
export function QuestionPage({ section, page }: { section: string; page: string }) {
  const open = useFactfind();
  const { factfind, form, answers, today, saver } = open;
  const { inFactfind } = usePaths();
  const { state } = useLocation();
  const navigate = useNavigate();
  const asked = useRef<HTMLFormElement>(null);
  /** Number of times that Continue was pressed in vain. */
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) asked.current?.querySelector<HTMLElement>(FAULT)?.focus();
  }, [refusals]);
  // Saves on Back too.
  useEffect(() => () => void saver?.save(), [saver]);
  const at = sectionAt(form, section);
  const pages = at ? pagesOf(at, form, answers, today) : [];
  const place = pages.findIndex((one) => one.page === page);
  const shown = pages[place];
  if (!at || !shown) return <Navigate to={inFactfind()} replace />;

  const title = titleOf(at, factfind, form);
  // Also counts questions that are not asked yet, so that the title does not change with an answer.
  const isAlone = at.section.questions.filter((question) => question.page === page).length === 1;
  const next = pages[place + 1];
  const isFromCheck = state?.from === 'check';
  const replyTo = saver ? shown.questions.filter(({ id }) => factfind.asks[section]?.[id]) : [];
  const afterwards = () => {
    if (isFromCheck) return 'check';
    if (state?.from !== FROM_ASKS.from) return next ? `${section}/${next.page}` : '';
    return askedAfter(open, `${section}/${page}`) ?? 'check';
  };
  const goOn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isStuck = stuckPlaces(open).some(
      ({ section: key, id }) => key === section && shown.questions.some((question) => question.id === id),
    );
    if (isStuck) return setRefusals(refusals + 1);
    for (const { id } of replyTo) saver?.reply({ section, id });
    void saver?.save();
    const to = afterwards();
    void navigate(inFactfind(to), { state: to === 'check' ? null : state });
  };
  const isList = shown.questions.at(-1)?.type === 'list';
  return (
    <chakra.form ref={asked} noValidate onSubmit={goOn}>
      <UpLink to={inFactfind(isFromCheck ? 'check' : '')}>{isFromCheck ? 'Your Answers' : 'All Sections'}</UpLink>
      <Text color="fg.muted" mb="1">
        <span key={pages.length}>
          {isAlone ? `${title} · page ${place + 1} of ${pages.length}` : `Page ${place + 1} of ${pages.length}`}
        </span>
      </Text>
      {!isAlone && <PageTitle>{title}</PageTitle>}
      <StuckNote besides={`${section}/${page}`} />
      {shown.questions.map((question) => (
        <QuestionField key={question.id} at={at} question={question} isTitle={isAlone} showsErrors={refusals > 0} />
      ))}
      <Flex gap="3" wrap="wrap" mt="6">
        <Button type="submit" size="lg">
          <span key={isList ? 'list' : 'other'}>{isList && saver ? 'That’s All' : 'Continue'}</span>
        </Button>
      </Flex>
      <SaveLine />
    </chakra.form>
  );
}
