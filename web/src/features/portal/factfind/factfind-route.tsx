import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { Navigate, useParams } from 'react-router';
import type { Factfind } from '#shared/contract/factfind.ts';
import { londonParts } from '#shared/rules/london.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { useAccess } from '../access.ts';
import { Missing, preloadedPart, preloadParts } from '../preloaded-part.tsx';
import { OwnPage } from '../subpage.tsx';
import { FactfindContext, formIn, useFactfind, withDrafts } from './factfind-context.ts';
import { Overview } from './overview.tsx';
import { usePaths } from './paths.ts';
import { queryOf } from './queries.ts';
import { QuestionPage } from './question-page.tsx';
import type { Saving } from './saver.ts';
import { useSaver, useSaving } from './use-saver.ts';

const FIRST_PERSON = 1;
const NOTHING: Saving = { drafts: new Map(), state: { kind: 'none' }, refusals: new Map() };
const never = () => () => undefined;

/** Leads back to the portal, as there is no fact-find. */
function Gone() {
  const { portal } = usePaths();
  useEffect(() => notify({ title: 'No Questions', description: 'There is nothing to answer at the moment.' }), []);
  return <Navigate to={portal} replace />;
}

const StrandedAnswers = lazyPart(() => import('./stranded-answers.tsx'), Missing);
const AnswersPage = preloadedPart(() => import('./answers-page.tsx'), '20rem');

/** Page that the address names: the list of sections, the check, or a page of questions. */
function Place() {
  const [, first = '', page = ''] = (useParams()['*'] ?? '').split('/');
  const { state } = useFactfind().factfind.request;
  if (first === 'check' || state === 'approved') return <AnswersPage />;
  if (first === '') return <Overview />;
  return <QuestionPage key={`${first}/${page}`} section={first} page={page} />;
}

function Opened({ read }: { read: Factfind }) {
  const { token, portal } = useAccess();
  const saver = useSaver();
  const saving = useSyncExternalStore(saver?.subscribe ?? never, saver?.all ?? (() => NOTHING));
  // The saver is ahead of the query’s next render: an answer would be gone in between.
  const factfind = queryClient.getQueryData(queryOf(portal.client.id, token).queryKey) ?? read;
  // Completing the journey hides an open request.
  const isOver = isSettled(factfind.request) || portal.client.completed;
  useSaving(isOver ? undefined : saver);
  useEffect(preloadParts, []);
  const shown = isOver ? NOTHING : saving;
  const form = formIn(factfind);
  return (
    <FactfindContext
      value={{
        factfind,
        form,
        answers: withDrafts(factfind.answers, shown, form),
        today: londonParts(new Date()).date,
        saving: shown,
        saver: isOver ? undefined : saver,
        me: portal.me?.number ?? FIRST_PERSON,
      }}
    >
      {isOver && saver && saving.drafts.size > 0 && (
        <Suspense>
          <StrandedAnswers saver={saver} drafts={saving.drafts} />
        </Suspense>
      )}
      <Place />
    </FactfindContext>
  );
}

/** The client’s fact-find: its sections, questions and answers. */
export default function FactfindPage() {
  const { token, portal } = useAccess();
  const { data, error, refetch } = useQuery(queryOf(portal.client.id, token));
  if (error instanceof ApiError && error.status === 404) return <Gone />;
  return (
    <OwnPage title="Your Fact-Find">
      {data ? (
        <Opened read={data} />
      ) : error ? (
        <ErrorState heading="h1" title="Your questions could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <Box role="status" aria-label="Loading your questions...">
          <Skeletons count={3} height="12" mb="3" />
        </Box>
      )}
    </OwnPage>
  );
}
