import { Text } from '@chakra-ui/react/text';
import { Words } from '../../ui/text/words.tsx';
import { useMe } from '../account/me.ts';

/** Names a client's adviser below the client, for admins. */
export const AdviserLine = ({ name }: { name: string }) =>
  useMe().role === 'admin' && (
    <Text color="fg.muted" textStyle="xs">
      Adviser: <Words>{name}</Words>
    </Text>
  );
