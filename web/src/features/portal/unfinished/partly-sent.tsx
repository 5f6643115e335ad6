import { Text } from '@chakra-ui/react/text';
import { displayName } from '#shared/rules/documents.ts';
import { useUnfinishedUploads } from '../../../parts/upload/use-unfinished.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { PlaceLink } from '../anchors.tsx';

/** Task or request that an upload is for. */
type Subject = { taskId: string } | { requestId: string };

export const UNFINISHED = 'unfinished';

/** Returns the unfinished uploads for a task or request, once the page has read them. */
export function usePartlySent(of: Subject) {
  const { token, portal } = useAccess();
  return useUnfinishedUploads({ clientId: portal.client.id, token }, false).filter((upload) =>
    'taskId' in of ? upload.taskId === of.taskId : upload.requestId === of.requestId,
  );
}

/** Names the unfinished files of a task or request, so that nobody sends them twice. */
export const PartlySent = ({ of }: { of: Subject }) =>
  usePartlySent(of).map(({ id, name }) => (
    <Text key={id} mb="3">
      “<Words>{displayName(name)}</Words>” <span>was only partly sent.</span>{' '}
      <PlaceLink to={UNFINISHED} textDecoration="underline">
        Send the Rest
      </PlaceLink>
    </Text>
  ));
