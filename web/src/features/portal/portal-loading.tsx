import { Box } from '@chakra-ui/react/box';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Text } from '@chakra-ui/react/text';
import { Skeletons } from '../../ui/feedback/state.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { PortalFrame } from './portal-frame.tsx';

/** Stands in for a journey that is on its way, in its shape. */
export const LoadingPortal = () => (
  <PortalFrame title="Your Journey">
    <Box bg="bg.ink" color="fg.onInk" height={{ base: '14.5rem', md: '17rem' }}>
      <Box maxW="6xl" mx="auto" px={{ base: '5', md: '8' }} pt={{ base: '5', md: '9' }}>
        <Text role="status" fontFamily="heading" textStyle={{ base: '2xl', md: '3xl' }}>
          Loading your journey...
        </Text>
      </Box>
    </Box>
    <Box maxW="6xl" mx="auto" px={{ base: '3', md: '8' }} mt={{ base: '-14', md: '-16' }} aria-hidden>
      {['16rem', '30rem'].map((height) => (
        <Sheet key={height} p="6" mb="4" height={height}>
          <Skeleton height="5" width="8rem" mb="4" />
          <Skeletons count={2} height="10" mb="3" />
        </Sheet>
      ))}
    </Box>
  </PortalFrame>
);
