import { Box } from '@chakra-ui/react/box';
import { Portal } from '@chakra-ui/react/portal';
import { toastSlotRecipe } from '@chakra-ui/react/theme';
import {
  createToaster,
  ToastActionTrigger,
  ToastCloseTrigger,
  ToastDescription,
  Toaster as ToastRegion,
  ToastRoot,
  ToastTitle,
} from '@chakra-ui/react/toast';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Toast } from '../lib/notify.ts';

const SWIPE_PX = 50;

const LOOK = {
  width: { base: 'calc(100vw - 2rem)', sm: '420px' },
  touchAction: 'pan-y',
  borderWidth: '1px',
  overflowWrap: 'anywhere',
  '&[data-type=success]': { bg: 'bg.surface', color: 'fg', borderInlineStart: '4px solid {colors.brand.solid}' },
  '&[data-type=error]': { borderColor: 'red.solid' },
};

const toaster = createToaster({
  placement: 'bottom-end',
  max: 1,
  duration: 5000,
  hotkey: ['F8'],
  pauseOnPageIdle: true,
});

/** A swipe to the right dismisses a toast (product 9). */
function useSwipe(dismiss: () => void) {
  const start = useRef<number>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.clientX;
    },
    onPointerUp: (event: PointerEvent) => {
      if (start.current !== undefined && event.clientX - start.current > SWIPE_PX) dismiss();
      start.current = undefined;
    },
  };
}

const Explained = ({ description, reason }: Toast) => (
  <>
    <Box as="span" display="block">
      {description}
    </Box>{' '}
    <Box as="span" display="block">
      {reason}
    </Box>
  </>
);

interface CardProps {
  id?: string;
  title?: ReactNode;
  description?: ReactNode;
  action?: { label: string };
  onClose: () => void;
}

function ToastCard({ id, title, description, action, onClose }: CardProps) {
  const swipe = useSwipe(() => toaster.dismiss(id));
  return (
    <ToastRoot recipe={toastSlotRecipe} css={LOOK} tabIndex={-1} {...swipe}>
      <Box flex="1" minW="0" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1" pe="4">
        <ToastTitle fontWeight="semibold">{title}</ToastTitle>
        {description && <ToastDescription opacity="1">{description}</ToastDescription>}
        {action && <ToastActionTrigger justifySelf="start">{action.label}</ToastActionTrigger>}
      </Box>
      <ToastCloseTrigger aria-label="Close notification" onClick={onClose} />
    </ToastRoot>
  );
}

/** Escape anywhere on the toasts dismisses them; the focus goes back to where it came to them from. */
function useWayBack() {
  const from = useRef<HTMLElement>(null);
  const goBack = () => from.current?.focus();
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) from.current = relatedTarget;
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    toaster.dismiss();
    goBack();
  };
  return { goBack, keys: { onFocus, onKeyDown } };
}

/**
 * Shows one toast at a time for five seconds; F8 moves the focus to it (product 9). It stands beside the page, which an
 * open dialog hides from assistive technology.
 */
export function Toaster({ toast }: { toast: Toast }) {
  useEffect(() => {
    // The region starts listening in a microtask after its first effect.
    const timer = setTimeout(() => {
      toaster.remove();
      const { kind: type, description, reason, ...notice } = toast;
      toaster.create({ ...notice, description: reason ? <Explained {...toast} /> : description, type });
    });
    return () => clearTimeout(timer);
  }, [toast]);
  const { goBack, keys } = useWayBack();
  return (
    <Portal>
      <ToastRegion toaster={toaster} insetInline={{ mdDown: '4' }} {...keys}>
        {({ id, title, description, action }) => (
          <ToastCard id={id} title={title} description={description} action={action} onClose={goBack} />
        )}
      </ToastRegion>
    </Portal>
  );
}
