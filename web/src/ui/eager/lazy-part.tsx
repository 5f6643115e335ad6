import { type ComponentType, lazy, useState } from 'react';

export type PartLoader<P> = () => Promise<{ default: ComponentType<P> }>;

export interface Retry {
  onRetry: () => void;
}

/**
 * A component whose code loads when it is first rendered, inside a `Suspense`. After a failed load the page shows
 * `Missing` instead, which can load the code again.
 */
export function lazyPart<P extends object>(load: PartLoader<P>, Missing: ComponentType<Retry>): ComponentType<P> {
  type Both = ComponentType<P & Retry>;
  const start = () => lazy<Both>(() => load().catch(() => ({ default: Missing })) as Promise<{ default: Both }>);
  let latest = start();
  return function LazyPart(props: P) {
    const [Content, setContent] = useState(() => latest);
    const retry = () => {
      latest = start();
      setContent(() => latest);
    };
    return <Content {...props} onRetry={retry} />;
  };
}
