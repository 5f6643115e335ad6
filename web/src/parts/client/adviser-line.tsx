import { Text } from '@chakra-ui/react/text';
import { Words } from '../../ui/text/words.tsx';
import { useReach } from '../account/reach.ts';

/** Names a client's adviser below the client, if the user sees those of several advisers. */
export const AdviserLine = ({ name }: { name: string }) =>
  useReach().seesOthers && (
    <Text color="fg.muted" textStyle="xs">
      Adviser: <Words>{name}</Words>
    </Text>
  );
