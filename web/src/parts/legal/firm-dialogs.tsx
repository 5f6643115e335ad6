import { DialogBody } from '@chakra-ui/react/dialog';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import type { ShownFirm } from '#shared/contract/firm.ts';
import { legalLines } from '#shared/rules/legal-lines.ts';
import { read } from '../../lib/query/query.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { Words } from '../../ui/text/words.tsx';

/** Read at each opening, as the portal learns nothing of a new text. */
const complaintsQuery = { ...read('GET /api/firm/complaints'), staleTime: 0 };

const DataContact = ({ contact }: { contact: string | null }) =>
  contact && <Words as="p">{`About your personal data: ${contact.replace(/\.$/, '')}.`}</Words>;

const Body = chakra(DialogBody, { base: { display: 'grid', gap: '4', pb: '6', textStyle: 'md' } });

/** Says who the firm is, and where to check that. */
export function AboutDialog({
  firm: { name, legal },
  ...dialog
}: DialogState & { firm: Pick<ShownFirm, 'name' | 'legal'> }) {
  const lines = legalLines({ ...legal, privacyUrl: null, complaints: null }).flat();
  return (
    <Modal {...dialog} title={`About ${name}`}>
      <Body>
        {lines.map(({ field, text }) =>
          field === 'frn' ? (
            <Text key={field}>
              <span>{`${text}. You can check it at`}</span>{' '}
              <chakra.a
                href="https://register.fca.org.uk"
                target="_blank"
                rel="noopener noreferrer"
                textDecoration="underline"
              >
                register.fca.org.uk
              </chakra.a>
              .
            </Text>
          ) : (
            <Words as="p" key={field}>
              {text}
            </Words>
          ),
        )}
        <DataContact contact={legal.dataContact} />
      </Body>
    </Modal>
  );
}

function ComplaintsText() {
  const { data, error, refetch } = useQuery(complaintsQuery);
  if (data)
    return (
      <Words as="p" whiteSpace="pre-line">
        {data.text}
      </Words>
    );
  return error ? (
    <ErrorState title="How to complain could not be loaded" error={error} onRetry={refetch} />
  ) : (
    <Text role="status">Loading...</Text>
  );
}

interface ComplaintsProps extends DialogState {
  contact: string | null;
  adviser: string | undefined;
}

export const ComplaintsDialog = ({ contact, adviser, ...dialog }: ComplaintsProps) => (
  <Modal {...dialog} title="How to Complain">
    <Body>
      <ComplaintsText />
      <DataContact contact={contact} />
      {adviser && <Text>{`You can also write a message to ${adviser} on this page.`}</Text>}
    </Body>
  </Modal>
);
