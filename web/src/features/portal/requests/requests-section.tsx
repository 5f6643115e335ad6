import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { dotted } from '../../../lib/text/format.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { preloadedPart } from '../preloaded-part.tsx';
import { DoneRows } from '../row.tsx';
import { Section } from '../section.tsx';
import { inOrder } from '../tasks/next-step.ts';
import { PortalRequestRow } from './request-row.tsx';
import { isOpenRequest, isToDo } from './requests.ts';

const FactfindLine = preloadedPart(() => import('../factfind/factfind-line.tsx'), '3.5rem');

const List = ({ requests }: { requests: readonly ClientRequest[] }) => {
  const { portal } = useAccess();
  const next = requests.find((request) => isToDo(request, portal));
  return (
    <Box as="ul" listStyleType="none">
      {requests.map((request) => (
        <PortalRequestRow key={request.id} request={request} startsOpen={request === next} />
      ))}
    </Box>
  );
};

/** Shows what the client has sent of what is still wanted, and what was accepted. */
function Progress({ requests }: { requests: readonly ClientRequest[] }) {
  const wanted = requests.filter(({ state }) => state !== 'waived');
  const sent = wanted.filter((request) => !isOpenRequest(request)).length;
  const accepted = wanted.filter(({ state }) => state === 'approved').length;
  if (wanted.length === 0) return null;
  const text = dotted([`${sent} of ${wanted.length} sent`, accepted > 0 && `${accepted} accepted`]);
  return (
    <Box mb="4">
      <Text color="fg.muted" mb="2" fontVariantNumeric="tabular-nums">
        {text}
      </Text>
      <ProgressBar
        label={text}
        percent={Math.round((sent / wanted.length) * 100)}
        height="2"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
        transition="width 0.2s"
      />
    </Box>
  );
}

/** Documents that the client was asked for, by due date, with settled ones collapsed. Renders nothing without any. */
export function RequestsSection() {
  const { requests } = useAccess().portal;
  if (requests.length === 0) return null;
  const settled = requests.filter(isSettled);
  const factfind = requests.findLast(({ facts }) => facts);
  const here = inOrder(requests.filter((request) => !isSettled(request)));
  return (
    <Section title="What We Need from You" id={ANCHORS.requests}>
      <Progress requests={requests} />
      {!here.some(isOpenRequest) && (
        <Text role="status" mb={here.length > 0 ? '4' : undefined}>
          {here.length > 0 ? 'That’s everything, thank you.' : 'Thank you. Nothing more from you for now.'}
        </Text>
      )}
      {here.length > 0 && <List requests={here} />}
      {settled.length > 0 && (
        <DoneRows count={settled.length}>
          <List requests={settled} />
        </DoneRows>
      )}
      {factfind?.state === 'approved' && <FactfindLine request={factfind} />}
    </Section>
  );
}
