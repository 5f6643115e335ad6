import { Portal } from '@chakra-ui/react/portal';
import { tooltipSlotRecipe } from '@chakra-ui/react/theme';
import { TooltipContent, TooltipPositioner, TooltipRoot } from '@chakra-ui/react/tooltip';
import type { TooltipIds } from './use-tooltip.ts';

interface Props {
  ids: TooltipIds;
  text: string;
  open: boolean;
  onClose: () => void;
}

export default function Tooltip({ ids, text, open, onClose }: Props) {
  return (
    <TooltipRoot
      recipe={tooltipSlotRecipe}
      ids={ids}
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <TooltipPositioner>
          <TooltipContent>{text}</TooltipContent>
        </TooltipPositioner>
      </Portal>
    </TooltipRoot>
  );
}
