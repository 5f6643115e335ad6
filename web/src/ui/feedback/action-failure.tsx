import { Text } from '@chakra-ui/react/text';
import { reasonOf } from '../../lib/http/failure.ts';

interface Props {
  id?: string;
  error: unknown;
  otherwise: string;
}

/** Shows an action's error beside its control, so that it stays readable after the toast is gone. */
export const ActionFailure = ({ id, error, otherwise }: Props) =>
  error ? (
    <Text id={id} textStyle="sm" color="fg.error">
      {reasonOf(error) ?? otherwise}
    </Text>
  ) : null;
