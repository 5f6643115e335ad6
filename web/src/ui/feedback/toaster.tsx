import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { X } from 'lucide-react';
import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { type Toast, toasts } from '../../lib/screen/notify.ts';

const TICK_MS = 250;
const SHOWN_TICKS = 5000 / TICK_MS;
const SWIPE_PX = 50;

const ToastButton = chakra('button', {
  base: {
    borderRadius: 'l2',
    cursor: 'pointer',
    _hover: { bg: 'var(--pointed-at)' },
    _focusVisible: { outline: '2px solid currentColor', outlineOffset: '1px' },
  },
});

/** Returns true if the pointer or the focus is on the toast, or the page is in the background. */
const isHeld = (region: Element | null) => document.hidden || region?.matches(':hover, :focus-within');

/** Dismisses the toast after 5 s, not counting time in which it is held. */
function useTimeUp(region: RefObject<Element | null>) {
  useEffect(() => {
    let left = SHOWN_TICKS;
    const timer = setInterval(() => {
      if (!isHeld(region.current)) left -= 1;
      if (left === 0) toasts.dismiss();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [region]);
}

function useSwipe() {
  const start = useRef<number>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.clientX;
    },
    onPointerUp: (event: PointerEvent) => {
      if (start.current !== undefined && event.clientX - start.current > SWIPE_PX) toasts.dismiss();
      start.current = undefined;
    },
  };
}

interface CardProps {
  toast: Toast;
  region: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function ToastCard({ toast, region, onClose }: CardProps) {
  const { kind, title, description, isFolded, detail, action, otherAction } = toast;
  const navigate = useNavigate();
  useTimeUp(region);
  const look =
    kind === 'error'
      ? { bg: 'red.solid', color: 'red.contrast', borderColor: 'red.solid', '--pointed-at': 'colors.red.deep' }
      : {
          bg: 'bg.surface',
          color: 'fg',
          borderInlineStart: '4px solid {colors.brand.solid}',
          '--pointed-at': 'colors.bg.muted',
        };
  return (
    <Box
      role="status"
      aria-atomic
      position="relative"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="1"
      py="4"
      ps="4"
      pe="10"
      borderWidth="1px"
      borderRadius="l2"
      boxShadow="xl"
      textStyle="sm"
      overflowWrap="anywhere"
      touchAction="pan-y"
      animationName="slide-from-bottom, fade-in"
      animationDuration="moderate"
      {...look}
      {...useSwipe()}
    >
      <Text fontWeight="semibold">{title}</Text>
      {description && <Text truncate={isFolded}>{description}</Text>}
      {detail && <Text>{detail}</Text>}
      {action && (
        <Flex gap="2" mt="1">
          {[action, ...(otherAction ? [otherAction] : [])].map(({ label, onClick }) => (
            <ToastButton
              key={label}
              type="button"
              minH="8"
              px="3"
              borderWidth="1px"
              borderColor="currentColor"
              fontWeight="medium"
              onClick={() => {
                onClose();
                onClick(navigate);
              }}
            >
              {label}
            </ToastButton>
          ))}
        </Flex>
      )}
      <ToastButton
        type="button"
        aria-label="Close notification"
        position="absolute"
        top="1"
        insetEnd="1"
        padding="1"
        onClick={onClose}
      >
        <X size={16} aria-hidden />
      </ToastButton>
    </Box>
  );
}

/** Key that focuses the toast. */
export const TOAST_KEY = 'F8';

function useHotkey(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === TOAST_KEY && toasts.shown() && region.current?.focus();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [region]);
}

/** In narrow windows toasts move above a dialog's buttons, in wide ones beside the widest dialog, of 42rem. */
const BESIDE_DIALOGS = {
  lgDown: { 'body:has([role$=dialog]) &': { top: '4', bottom: 'auto' } },
  xl: { 'body:has([role$=dialog]) &': { maxWidth: 'calc(50vw - 21rem - 1.5rem)' } },
};

/**
 * Shows one toast at a time; Escape dismisses a focused one. Rendered outside the page, which an open dialog hides from
 * assistive technology. The live region exists before its text, or screen readers would not announce it.
 */
export function Toaster() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.shown);
  const region = useRef<HTMLDivElement>(null);
  const from = useRef<HTMLElement>(null);
  useHotkey(region);
  /** Dismisses the toast, and returns the focus to the element that had it before. */
  const close = () => {
    from.current?.focus();
    from.current = null;
    toasts.dismiss();
  };
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) from.current = relatedTarget;
  };
  return createPortal(
    <Box
      ref={region}
      data-screen-only
      role="region"
      aria-label={`Notifications (${TOAST_KEY})`}
      aria-live="polite"
      tabIndex={-1}
      position="fixed"
      // Pages with a bar at the bottom set its height.
      bottom="calc(1rem + var(--below-toasts, 0px))"
      // On the left, as the right has buttons of dialogs and rows, messages and the portal link.
      insetStart="4"
      css={BESIDE_DIALOGS}
      zIndex="toast"
      width={{ base: 'calc(100vw - 2rem)', sm: '420px' }}
      pointerEvents={toast ? 'auto' : 'none'}
      onFocus={onFocus}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      {toast && <ToastCard key={toast.id} toast={toast} region={region} onClose={close} />}
    </Box>,
    document.body,
  );
}
