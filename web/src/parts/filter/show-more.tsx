import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';

interface Props {
  /** Number of clients that one press adds. */
  page: number;
  shown: number;
  count: number;
  onShow: (shown: number) => void;
}

/** Button that shows the next page of a list of clients. Renders nothing if all are shown. */
export const ShowMore = ({ page, shown, count, onShow }: Props) =>
  count > shown && (
    <Flex direction="column" align="center" gap="2" mt="6">
      <Text color="fg.muted" textStyle="sm">{`Showing ${shown} of ${count} clients`}</Text>
      <Button variant="outline" data-screen-only onClick={() => onShow(shown + page)}>
        {`Show ${Math.min(page, count - shown)} More`}
      </Button>
    </Flex>
  );
