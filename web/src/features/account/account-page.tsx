import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/navigation/paths.ts';
import { humanise } from '../../lib/text/format.ts';
import { useMe } from '../../parts/account/me.ts';
import { SecondFactorNotice } from '../../parts/account/second-factor-notice.tsx';
import { SingleKeysChoice } from '../../parts/account/single-keys-choice.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { Avatar } from '../../ui/text/avatar.tsx';
import { Words } from '../../ui/text/words.tsx';
import { Factors } from './factors.tsx';
import { MailPreferencesSection } from './mail-preferences.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions.tsx';

const InlineLink = chakra(Link, { base: { color: 'brand.fg', textDecoration: 'underline' } });

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <chakra.dt textStyle="sm" color="fg.muted">
      {name}
    </chakra.dt>
    <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
  </div>
);

const AboutDetails = ({ isAdmin }: { isAdmin: boolean }) =>
  isAdmin ? (
    <p>
      You change them in the <InlineLink to={paths.admin}>Admin Panel</InlineLink>, like those of every account.
    </p>
  ) : (
    <p>Who you are to clients and colleagues. An admin of your firm can change them.</p>
  );

function Details() {
  const { name, email, role } = useMe();
  return (
    <PageSection title="Your details" about={<AboutDetails isAdmin={role === 'admin'} />}>
      <Flex gap="5" direction={{ base: 'column', sm: 'row' }}>
        <Avatar name={name} size="14" />
        <chakra.dl
          display="grid"
          columnGap="8"
          rowGap="4"
          minW="0"
          flex="1"
          gridTemplateColumns="repeat(auto-fit, minmax(min(12rem, 100%), 1fr))"
          alignContent="center"
        >
          <Fact name="Name">
            <Words>{name}</Words>
          </Fact>
          <Fact name="Email">{email}</Fact>
          <Fact name="Role">{humanise(role)}</Fact>
        </chakra.dl>
      </Flex>
    </PageSection>
  );
}

/** One's own account: who one is here, how one signs in, and what one is mailed about. */
export const Component = () => (
  <Page title="Your Account" subtitle="Profile, sign-in and email">
    <SecondFactorNotice />
    <Details />
    <PasswordSection />
    <Factors />
    <SessionsSection />
    <MailPreferencesSection />
    <PageSection title="Keyboard" about={<p>Press ? on any page for the list of shortcuts.</p>}>
      <SingleKeysChoice />
    </PageSection>
  </Page>
);
