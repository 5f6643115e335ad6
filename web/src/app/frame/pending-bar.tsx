import { Box } from '@chakra-ui/react/box';
import { useLocation, useNavigation } from 'react-router';

/** Says at once that a click on a link was heard, while the next page is on its way. */
export function PendingBar() {
  const { location: next } = useNavigation();
  const { pathname } = useLocation();
  if (!next || next.pathname === pathname) return null;
  return (
    <Box
      role="progressbar"
      aria-label="Loading page"
      data-screen-only
      position="fixed"
      insetX="0"
      top="0"
      height="3px"
      zIndex="max"
      overflow="hidden"
      bg="brand.emphasized"
    >
      <Box
        position="absolute"
        insetY="0"
        width="40%"
        bg="brand.solid"
        css={{ '--animate-from-x': '-40%', '--animate-to-x': '100%' }}
        animation="position 1.1s ease-in-out infinite"
        _motionReduce={{ insetX: '0', width: 'full', animationName: 'none' }}
      />
    </Box>
  );
}
