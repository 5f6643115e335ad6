import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { TAB } from '../../ui/layout/tab-style.ts';
import { SECTIONS, type SectionName, sectionPath } from './sections.ts';

const Tab = chakra(Link, {
  base: {
    ...TAB,
    display: 'block',
    py: '3',
    mb: '-1px',
    textStyle: { base: 'sm', sm: 'lg' },
    fontWeight: 'semibold',
    '&[aria-current]': { color: 'fg', borderColor: 'brand.solid' },
  },
});

/** One of the panel's sections on its sheet; the headings of all of them are the tabs, which are links (product 2). */
export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const id = useId();
  return (
    <Sheet as="section" aria-labelledby={id} tabIndex={-1} px={{ base: '4', md: '5' }} pb="4">
      <Flex
        as="nav"
        aria-label="Sections"
        columnGap={{ base: '3', sm: '7' }}
        wrap="wrap"
        borderBottomWidth="1px"
        mb="4"
      >
        {SECTIONS.map((section) => (
          <h2 key={section.name} id={section.name === name ? id : undefined}>
            <Tab to={sectionPath(section.name)} aria-current={section.name === name ? 'page' : undefined}>
              {section.title}
            </Tab>
          </h2>
        ))}
      </Flex>
      {children}
    </Sheet>
  );
}
