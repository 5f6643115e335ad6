import { CloseButton } from '@chakra-ui/react/button';
import {
  DialogBackdrop,
  DialogCloseTrigger,
  DialogContent,
  DialogHeader,
  DialogPositioner,
  DialogRoot,
  DialogTitle,
} from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { controlInUse } from '../../lib/screen/pressed.ts';
import { focusHost } from '../../lib/screen/use-focus-fallback.ts';

export interface ModalProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Maximum width: sm 28rem, md 32rem (default), lg 42rem. A `page` fills the height, and phones. */
  size?: 'sm' | 'md' | 'lg' | 'page';
  width?: string;
  role?: 'dialog' | 'alertdialog';
  /** Set if only controls in the dialog close it: no Escape, no close button. */
  stays?: boolean;
  initialFocus?: () => HTMLElement | null;
  /** Returns the element to focus after closing; by default the control that opened the dialog. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
}

/** Returns the element or, if it was rendered again elsewhere, the one with its id. */
const shown = (element: Element | null) =>
  element?.isConnected === false ? document.getElementById(element.id) : element;

/** Returns the focus on closing to the control that opened the dialog or, if it is gone, to the section around it. */
function useWayBack(open: boolean, finalFocus?: ModalProps['finalFocus']) {
  const way = useRef<(Element | null)[]>([]);
  useLayoutEffect(() => {
    const opener = controlInUse();
    if (open && opener) way.current = [opener, focusHost(opener)];
  }, [open]);
  return finalFocus ?? (() => way.current.map(shown).find((element) => element instanceof HTMLElement) ?? null);
}

/** Buttons with long labels stack on a narrow phone. */
const FOOTER = { '& .chakra-dialog__footer': { flexWrap: 'wrap' } } as const;

const PAGE = {
  mx: { base: '0', md: '6' },
  my: { base: '0', md: '3vh' },
  maxW: { md: '64rem' },
  height: { base: '100dvh', md: '94vh' },
  borderWidth: { base: '0', md: '1px' },
  borderRadius: { base: '0', md: 'l3' },
} as const;

const PAGE_HEADER = { ps: { base: '4', md: '6' }, pt: '4', pb: '2' } as const;

/** Frame of dialogs. Needs `DialogBody` and `DialogFooter` inside. */
export const Modal = ({
  title,
  open,
  onClose,
  size = 'md',
  width,
  role = 'dialog',
  stays,
  initialFocus,
  finalFocus,
  children,
}: ModalProps) => (
  <DialogRoot
    recipe={dialogSlotRecipe}
    open={open}
    onOpenChange={(change) => !change.open && onClose()}
    size={size === 'page' ? 'lg' : size}
    role={role}
    initialFocusEl={initialFocus}
    finalFocusEl={useWayBack(open, finalFocus)}
    lazyMount
    unmountOnExit
    closeOnInteractOutside={false}
    closeOnEscape={!stays}
  >
    <Portal>
      <DialogBackdrop bg="scrim" />
      <DialogPositioner>
        <DialogContent
          borderWidth="1px"
          mx="3"
          my="min({spacing.16}, 4vh)"
          maxW={width}
          css={FOOTER}
          {...(size === 'page' && PAGE)}
        >
          <DialogHeader pe={stays ? undefined : '14'} {...(size === 'page' && PAGE_HEADER)}>
            <DialogTitle dir="auto" overflowWrap="anywhere" fontFamily="heading" letterSpacing="tight">
              {title}
            </DialogTitle>
          </DialogHeader>
          {children}
          {!stays && (
            <DialogCloseTrigger asChild>
              <CloseButton size="sm" boxSize="11" aria-label="Close" />
            </DialogCloseTrigger>
          )}
        </DialogContent>
      </DialogPositioner>
    </Portal>
  </DialogRoot>
);
