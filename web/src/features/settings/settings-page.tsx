import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { ADMIN_SCREENS } from '../../parts/screens.ts';
import { settingsQuery } from '../../parts/settings.ts';
import { ErrorState } from '../../ui/eager/state.tsx';
import { EDGE } from '../../ui/layout/edge.ts';
import { Page } from '../../ui/layout/page.tsx';
import { FieldSkeletons } from '../../ui/layout/page-section.tsx';
import { PageTabs } from '../../ui/layout/page-tabs.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Recommended } from './recommended.tsx';
import { SettingsSearch } from './search.tsx';
import { OwnSection, SettingsSection } from './section.tsx';
import { SETTINGS_SECTIONS } from './sections.ts';

const Sections = ({ settings }: { settings: FirmSettings }) => (
  <>
    <Recommended settings={settings} />
    <Sheet>
      {SETTINGS_SECTIONS.map((info) =>
        'section' in info ? (
          <SettingsSection key={info.title} settings={settings} info={info} />
        ) : (
          <OwnSection key={info.title} info={info} />
        ),
      )}
    </Sheet>
  </>
);

const Loading = () => (
  <Sheet px={{ base: EDGE, md: '6' }} py="5">
    <FieldSkeletons count={SETTINGS_SECTIONS.length} />
  </Sheet>
);

function Settings() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (!data && error) return <ErrorState title="The settings could not be loaded" error={error} onRetry={refetch} />;
  return data ? <Sections settings={data} /> : <Loading />;
}

export const Component = () => (
  <Page title="Settings" subtitle="Settings for the whole firm">
    <PageTabs label="Admin" pages={ADMIN_SCREENS} />
    <Box maxW="52rem">
      <SettingsSearch />
      <Settings />
    </Box>
  </Page>
);
