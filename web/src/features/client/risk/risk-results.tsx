import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PersonRisk, RiskResult } from '#shared/contract/risk.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { LOSS_CAPACITY, RISK_AGREED, RISK_LIMITS, RISK_TEXTS, RISK_TOOLS } from '#shared/rules/risk.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { dotted, formatDateTime } from '../../../lib/text/format.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { RowDialogButton } from '../../../ui/overlay/dialog-host.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { Disclosure } from '../disclosure.tsx';
import { documentsQuery } from '../queries.ts';
import { StagePart } from '../stage-part.tsx';
import { riskQuery } from './queries.ts';

const RiskDialog = lazyDialog(() => import('./risk-dialog.tsx'));

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '8rem minmax(0, 1fr)' },
    columnGap: '3',
    textStyle: 'sm',
    '& dt': { color: 'fg.muted', mt: '1' },
    '& dd': { mt: { sm: '1' } },
  },
});

const Why = ({ children }: { children: string | null }) =>
  children && (
    <Words as="p" color="fg.muted" whiteSpace="pre-wrap">
      {children}
    </Words>
  );

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </>
);

function NamedDocument({ id }: { id: string }) {
  const { data } = useQuery(documentsQuery(useClient().client.id));
  const document = data?.find((one) => one.id === id);
  if (document) return <Words>{document.name}</Words>;
  return data && <span>Deleted since</span>;
}

const Result = ({ result }: { result: RiskResult }) => (
  <>
    <Words as="p" fontWeight="medium">
      {result.result}
    </Words>
    <Text textStyle="sm">{dotted([RISK_TOOLS[result.tool], sayDay(result.on)])}</Text>
    <Facts>
      <Fact term="Agreed level">
        {result.level ? <Words>{result.level}</Words> : <span>{RISK_AGREED.same}</span>}
        <Why>{result.why}</Why>
      </Fact>
      <Fact term="Capacity for loss">
        <span>{LOSS_CAPACITY[result.capacity]}</span>
        <Why>{result.capacityWhy}</Why>
      </Fact>
      {result.documentId && (
        <Fact term="Document">
          <NamedDocument id={result.documentId} />
        </Fact>
      )}
    </Facts>
    <Text textStyle="xs" color="fg.muted" mt="1">
      <span>Noted by </span>
      <Words>{result.name}</Words>
      <span>{`, ${formatDateTime(result.at)}`}</span>
    </Text>
  </>
);

/** Results before the newest one, newest first. Folded until somebody opens them. */
function Earlier({ results, name }: { results: readonly RiskResult[]; name: string }) {
  const [open, setOpen] = useState(false);
  const summary = countOf(results.length, 'earlier result');
  return (
    <Box mt="2" ps="2">
      <Disclosure
        open={open}
        onToggle={() => setOpen(!open)}
        summary={
          <Box as="span" key={summary} textStyle="sm" color="fg.muted">
            {summary}
          </Box>
        }
      >
        <Box as="ol" listStyleType="none" aria-label={`Earlier results: ${name}`} display="grid" gap="3">
          {results.toReversed().map((result) => (
            <Box
              as="li"
              key={result.at}
              borderTopWidth="1px"
              borderColor="border.muted"
              pt="2"
              _first={{ borderTopWidth: '0' }}
            >
              <Result result={result} />
            </Box>
          ))}
        </Box>
      </Disclosure>
    </Box>
  );
}

function NoteResult({ of: { person, name, results }, isAlone }: { of: PersonRisk; isAlone: boolean }) {
  const { id } = useClient().client;
  const label = results.length > 0 ? 'Note a New Result…' : 'Note the Result…';
  return (
    <RowDialogButton
      ref={useFocusFallback()}
      size="xs"
      variant="outline"
      aria-label={isAlone ? undefined : `${label} ${name}`}
      dialog={(state) => <RiskDialog clientId={id} person={person} {...state} />}
    >
      <span key={label}>{label}</span>
    </RowDialogButton>
  );
}

function OfPerson({ of, isAlone }: { of: PersonRisk; isAlone: boolean }) {
  const { name, results } = of;
  const newest = results.at(-1);
  const isFull = results.length >= RISK_LIMITS.results;
  return (
    <StagePart
      title={isAlone ? 'Risk Questionnaire' : `Risk Questionnaire: ${name}`}
      actions={!isFull && <NoteResult of={of} isAlone={isAlone} />}
    >
      {isFull && (
        <Text textStyle="sm" color="fg.muted" mb="1">
          {RISK_TEXTS.full}
        </Text>
      )}
      {newest ? (
        <Result key={newest.at} result={newest} />
      ) : (
        <Text textStyle="sm" color="fg.muted">
          No result yet.
        </Text>
      )}
      {results.length > 1 && <Earlier results={results.slice(0, -1)} name={name} />}
    </StagePart>
  );
}

/** Results of the risk questionnaire of everybody who answers for themselves. */
export default function RiskResults() {
  const { data, error, refetch } = useQuery(riskQuery(useClient().client.id));
  if (!data && error) return <ErrorState title="The results could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeletons count={1} height="20" />;
  return data.map((one) => <OfPerson key={one.person} of={one} isAlone={data.length === 1} />);
}
