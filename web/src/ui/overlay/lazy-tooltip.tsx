import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../eager/lazy-part.tsx';

// A tooltip only repeats what its button says otherwise, so one that fails to load is left out.
const Tooltip = lazyPart(
  () => import('./tooltip.tsx'),
  () => null,
);

/** Tooltip whose code loads when it first opens. */
export const LazyTooltip = (props: ComponentProps<typeof Tooltip>) =>
  props.open && (
    <Suspense>
      <Tooltip {...props} />
    </Suspense>
  );
