import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { FileSearch, Paperclip } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { RequestToReview } from '#shared/contract/requests.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { formatDateTime, formatSince } from '../../../lib/text/format.ts';
import { AdviserLine } from '../../../parts/client/adviser-line.tsx';
import { factfindPath } from '../../../parts/client/open-place.ts';
import { type Asked, answersTo } from '../../../parts/request/answers.ts';
import { answerHeading, Quote } from '../../../parts/request/quote.tsx';
import { saySigning } from '../../../parts/request/signing.ts';
import { COVERING } from '../../../ui/layout/covering-link.ts';
import { Words } from '../../../ui/text/words.tsx';

interface Acts {
  onOpen: (request: RequestToReview) => void;
  onAsk: (request: RequestToReview, answer: Asked) => void;
}

export const Rows = chakra('ul', { base: { listStyleType: 'none', textStyle: 'sm' } });

/** Row that folds away while `inert`, as those of tasks do. */
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateRows: '1fr',
    position: 'relative',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 5rem',
    transitionProperty: 'grid-template-rows, opacity',
    transitionDuration: 'moderate',
    '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' },
    _hover: { bg: 'bg.subtle' },
    '&[inert]': { gridTemplateRows: '0fr', opacity: '0' },
  },
});

const TITLE = { ...COVERING, fontWeight: 'semibold', textAlign: 'start', cursor: 'pointer' } as const;
const TitleButton = chakra('button', { base: TITLE });
const TitleLink = chakra(Link, { base: TITLE });
const ClientLink = chakra(Link, {
  base: { position: 'relative', zIndex: 'base', borderRadius: 'l1', _hover: { textDecoration: 'underline' } },
});

/** Place where a request without files is settled. */
const placeOf = ({ id, clientId, kind }: RequestToReview) =>
  kind === 'facts' ? factfindPath(clientId) : `${clientPath(clientId)}#${anchorOf.requests(id)}`;

/** Opens the files. Without files, it leads to the fact-find, or to the request on its client's page. */
function Title({ request, onOpen }: { request: RequestToReview; onOpen: Acts['onOpen'] }) {
  const { title, files } = request;
  const ref = useFocusFallback();
  if (files === 0)
    return (
      <TitleLink data-row-link to={placeOf(request)}>
        <Words>{title}</Words>
      </TitleLink>
    );
  return (
    <TitleButton ref={ref} type="button" data-row-link aria-haspopup="dialog" onClick={() => onOpen(request)}>
      <Words>{title}</Words>
    </TitleButton>
  );
}

const About = ({ clientId, clientName, adviserName }: RequestToReview) => (
  <Box minW="0">
    <ClientLink to={clientPath(clientId)}>
      <Words>{clientName}</Words>
    </ClientLink>
    <AdviserLine name={adviserName} />
  </Box>
);

const COLUMNS = {
  base: 'minmax(0, 1fr)',
  md: 'minmax(0, 3fr) minmax(0, 2fr)',
  lg: 'minmax(0, 3fr) minmax(0, 2fr) 21rem',
};

const Facts = ({ kind, state, submittedAt, askedAt, files }: RequestToReview) => {
  const since = submittedAt ?? askedAt;
  return (
    <Flex columnGap="3" wrap="wrap" color="fg.muted" textStyle="xs">
      <time dateTime={since} title={formatDateTime(since)}>{`since ${formatSince(since, new Date())}`}</time>
      {kind === 'sign' && <span>{saySigning({ state, sign: null })}</span>}
      {files > 0 && (
        <Flex as="span" gap="1" align="center">
          <Paperclip size={13} aria-hidden />
          <span>{countOf(files, 'file')}</span>
        </Flex>
      )}
    </Flex>
  );
};

interface RowButtonProps extends Pick<ButtonProps, 'variant' | 'colorPalette' | 'children'> {
  label: string;
  /** Title of the request. */
  of: string;
  rowKey: string;
  onClick: () => void;
}

/** Button of a row that opens a dialog. */
const RowButton = ({ label, of, rowKey, onClick, children, ...look }: RowButtonProps) => (
  <Button
    size="xs"
    variant="outline"
    colorPalette="gray"
    {...look}
    data-row-key={rowKey}
    aria-label={`${label}: ${of}`}
    title={`${label} (${rowKey.toUpperCase()})`}
    aria-haspopup="dialog"
    onClick={({ detail }) => detail < 2 && onClick()}
  >
    {children}
    {label}
  </Button>
);

const OpenPlace = ({ request }: { request: RequestToReview }) => (
  <Button asChild size="xs" variant="subtle">
    <Link to={placeOf(request)} aria-label={`Open: ${request.title}`}>
      Open
    </Link>
  </Button>
);

interface Props extends Acts {
  request: RequestToReview;
  isDone: boolean;
}

/** Request to review: a click opens its files, where it can be accepted. */
export const QueueRow = memo(function QueueRow({ request, isDone, onOpen, onAsk }: Props) {
  const { id, title, answer: reply } = request;
  return (
    <Row inert={isDone} data-request={id}>
      <Box minH="0" overflow="hidden">
        <Grid px={{ base: '3', md: '4' }} py="3" columnGap="4" rowGap="2" alignItems="center" templateColumns={COLUMNS}>
          <Box minW="0">
            <Title request={request} onOpen={onOpen} />
            <Facts {...request} />
            {reply && <Quote from={answerHeading(request)}>{reply}</Quote>}
          </Box>
          <About {...request} />
          <Flex
            gap="2"
            wrap="wrap"
            position="relative"
            zIndex="base"
            justify={{ lg: 'end' }}
            gridColumn={{ md: '1 / -1', lg: '3' }}
          >
            {request.kind !== 'file' && <OpenPlace request={request} />}
            {answersTo(request).map(({ answer, label, icon: Icon, key }) =>
              answer === 'approve' ? (
                <RowButton
                  key={key}
                  rowKey={key}
                  label="Review"
                  of={title}
                  variant="subtle"
                  colorPalette="brand"
                  onClick={() => onOpen(request)}
                >
                  <FileSearch aria-hidden />
                </RowButton>
              ) : (
                <RowButton key={key} rowKey={key} label={label} of={title} onClick={() => onAsk(request, answer)}>
                  <Icon aria-hidden />
                </RowButton>
              ),
            )}
          </Flex>
        </Grid>
      </Box>
    </Row>
  );
});
