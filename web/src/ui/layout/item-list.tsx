import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';

export const ItemList = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.ul aria-label={label} display="grid">
    {children}
  </chakra.ul>
);

interface Props {
  title: ReactNode;
  facts: ReactNode;
  actions?: ReactNode;
}

export const ListItem = ({ title, facts, actions }: Props) => (
  <chakra.li py="3" borderTopWidth="1px" borderColor="border.muted" _first={{ pt: '0', borderTopWidth: '0' }}>
    <Flex columnGap="4" rowGap="2" wrap="wrap" align="center" justify="space-between">
      <div>
        <Text fontWeight="medium" overflowWrap="anywhere">
          {title}
        </Text>
        <Text textStyle="sm" color="fg.muted">
          {facts}
        </Text>
      </div>
      {actions && <Flex gap="2">{actions}</Flex>}
    </Flex>
  </chakra.li>
);
