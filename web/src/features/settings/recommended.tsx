import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { RECOMMENDED } from '#shared/contract/settings.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import type { PortalDraft } from './portal-section.tsx';
import type { StaffDraft } from './staff-section.tsx';

/** What is recommended, as forms hold it. */
export const RECOMMENDED_DRAFT: { portal: Partial<PortalDraft>; staff: Partial<StaffDraft> } = {
  portal: { stepUp: RECOMMENDED.portal.stepUp, links: 'end', linkDays: String(RECOMMENDED.portal.linkDays) },
  staff: {
    secondFactor: RECOMMENDED.staff.secondFactor,
    idle: 'end',
    idleMinutes: String(RECOMMENDED.staff.idleMinutes),
    common: 'refused',
    byAdmin: 'change',
  },
};

const atMost = (most: number, value: number | null) => value !== null && value <= most;

/** Which of the recommended settings are on; what is stricter is, too. */
const areOn = ({ portal, staff }: FirmSettings): boolean[] => [
  portal.stepUp === RECOMMENDED.portal.stepUp,
  atMost(RECOMMENDED.portal.linkDays, portal.linkDays),
  staff.secondFactor === RECOMMENDED.staff.secondFactor,
  atMost(RECOMMENDED.staff.idleMinutes, staff.idleMinutes),
  staff.refuseCommonPasswords,
  staff.changeAdminPasswords,
];

const HEIGHT = { base: '7.5rem', sm: '4.5rem' };

/** Stands in for the line above the settings while they are read. */
export const RecommendedSkeleton = () => <Skeleton height={HEIGHT} mb="7" borderRadius="l3" aria-hidden />;

/** How many of the recommended settings are on, and what fills them in, to be looked at and saved. */
export function Recommended({ settings, onFill }: { settings: FirmSettings; onFill: () => void }) {
  const [isFilled, setFilled] = useState(false);
  const settled = areOn(settings);
  const count = settled.filter(Boolean).length;
  const isAll = count === settled.length;
  const fill = () => {
    onFill();
    setFilled(true);
  };
  const Icon = isAll ? ShieldCheck : ShieldQuestionMark;
  return (
    <Sheet px={{ base: '4', md: '6' }} py="4" mb="7" minH={HEIGHT} display="grid" alignItems="center">
      <Flex gap="3" align="center" justify="space-between" wrap="wrap">
        <Flex gap="3" align="center" color={isAll ? 'green.fg' : 'fg'} flex="1 1 20rem">
          <Icon size={22} aria-hidden />
          <Text role="status" fontWeight="medium">
            {isAll ? 'All' : `${count} of`} {settled.length} security recommendations applied
            {isFilled && !isAll && (
              <Text as="span" display="block" textStyle="sm" fontWeight="normal" color="fg.muted">
                The recommended values are filled in below. Check them, then save Portal and Staff Sign-in.
              </Text>
            )}
          </Text>
        </Flex>
        {!isAll && (
          <Button variant="outline" onClick={fill}>
            Apply Recommendations
          </Button>
        )}
      </Flex>
    </Sheet>
  );
}
