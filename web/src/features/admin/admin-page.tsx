import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { ArrowLeft } from 'lucide-react';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { ADMIN_SCREENS } from '../../parts/screens.ts';
import { EDGE } from '../../ui/layout/edge.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageTabs } from '../../ui/layout/page-tabs.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { TAB } from '../../ui/layout/tab-style.ts';
import { DialogHost } from '../../ui/overlay/dialog-host.tsx';
import { AdviserManagement } from './advisers/adviser-management.tsx';
import { ClientReassignment } from './reassignment/client-reassignment.tsx';
import { sectionPath } from './section-path.ts';

const FIRST = { name: 'advisers', title: 'Adviser Management', Content: AdviserManagement };
/** Sections of the panel; it opens with the first. */
const SECTIONS = [FIRST, { name: 'reassignment', title: 'Client Reassignment', Content: ClientReassignment }];

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

/** Sheet of one section. Its heading is the row of tabs, which are links. */
function Section({ name, Content }: typeof FIRST) {
  const id = useId();
  return (
    <Sheet as="section" aria-labelledby={id} tabIndex={-1} px={{ base: EDGE, md: '5' }} pb="4">
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
            <Tab
              to={section === FIRST ? paths.admin : sectionPath(section.name)}
              aria-current={section.name === name ? 'page' : undefined}
            >
              {section.title}
            </Tab>
          </h2>
        ))}
      </Flex>
      <DialogHost>
        <Content />
      </DialogHost>
    </Sheet>
  );
}

const BackToDashboard = () => (
  <Button asChild variant="outline" colorPalette="gray">
    <Link to={paths.dashboard}>
      <ArrowLeft aria-hidden />
      Back to Dashboard
    </Link>
  </Button>
);

export function Component() {
  const [query] = useSearchParams();
  const section = SECTIONS.find(({ name }) => name === query.get('section')) ?? FIRST;
  return (
    <Page title="Admin Panel" subtitle="Manage advisers and client assignments" actions={<BackToDashboard />}>
      <PageTabs label="Admin" pages={ADMIN_SCREENS} />
      <Section {...section} />
    </Page>
  );
}
