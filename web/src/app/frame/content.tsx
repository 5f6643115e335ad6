import { Box } from '@chakra-ui/react/box';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The page below the header. It takes the focus if the control that led to the page is gone, so that keyboards go on there. */
export function Content({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <Box ref={content} tabIndex={-1} outline="none">
      {children}
    </Box>
  );
}
