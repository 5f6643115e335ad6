import { Portal } from '@chakra-ui/react/portal';
import { tooltipSlotRecipe } from '@chakra-ui/react/theme';
import { TooltipContent, TooltipPositioner, TooltipRoot, TooltipTrigger } from '@chakra-ui/react/tooltip';
import type { ReactElement } from 'react';

/**
 * Explains what it surrounds after 700 ms on hover, or on focus. It stays for 300 ms, within which the next one opens
 * at once (product 9).
 */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <TooltipRoot recipe={tooltipSlotRecipe} openDelay={700} closeDelay={300}>
    <TooltipTrigger asChild>{children}</TooltipTrigger>
    <Portal>
      <TooltipPositioner>
        <TooltipContent>{text}</TooltipContent>
      </TooltipPositioner>
    </Portal>
  </TooltipRoot>
);
