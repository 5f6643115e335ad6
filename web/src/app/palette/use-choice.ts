import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { type Actions, type Target, useTargets } from './targets.ts';

/**
 * What is typed, what that finds, and which of it is marked: the first, until the arrow keys or the pointer mark
 * another, which stays marked as long as it is found. Enter goes to what one marked; else to the best match for what is
 * typed by then, for which it waits while clients are being read, until one types on.
 */
export function useChoice(actions: Actions, go: (target: Target) => void) {
  const [typed, setTyped] = useState('');
  const [mark, setMark] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const { targets, isLoading, isError } = useTargets(typed, actions);
  const chosen = targets.findIndex(({ id }) => id === mark);
  const marked = Math.max(0, chosen);

  const point = (index: number) => {
    setMark(targets[index]?.id);
    setWaiting(false);
  };
  const type = (text: string) => {
    setTyped(text);
    setMark(undefined);
    setWaiting(false);
  };
  const enter = () => {
    const target = targets[marked];
    setWaiting(isLoading && chosen < 0);
    if (target && (!isLoading || chosen >= 0)) go(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // Else the same press reaches the button that has the focus again by then, and opens the palette anew.
      event.preventDefault();
      enter();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || targets.length === 0) return;
    event.preventDefault();
    point((marked + step + targets.length) % targets.length);
  };

  const goOn = useEffectEvent(enter);
  useEffect(() => {
    if (isWaiting && !isLoading) goOn();
  }, [isWaiting, isLoading]);

  return { typed, type, targets, marked, point, onKeyDown, isWaiting, isLoading, isError };
}
