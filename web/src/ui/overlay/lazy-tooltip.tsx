import { type ComponentProps, Suspense, useDeferredValue } from 'react';
import { lazyPart } from '../eager/lazy-part.tsx';

// A tooltip only repeats what its button says otherwise, so one that fails to load is left out.
const Tooltip = lazyPart(
  () => import('./tooltip.tsx'),
  () => null,
);

/** Tooltip whose code loads when it first opens. Deferred, because React shows a fallback for at least 300 ms. */
export function LazyTooltip(props: ComponentProps<typeof Tooltip>) {
  const open = useDeferredValue(props.open);
  return <Suspense>{open && <Tooltip {...props} open={open} />}</Suspense>;
}
