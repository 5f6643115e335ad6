import type { ComponentProps, ReactNode } from 'react';
import { Page } from '../../ui/layout/page.tsx';

interface Props extends Omit<ComponentProps<typeof Page>, 'greeting'> {
  /** Tabs of the pages that belong together. */
  tabs?: ReactNode;
  /** Name of the list for screen readers. */
  label: string;
  /** Further sections. */
  after?: ReactNode;
}

/** Page of one list, usually a {@link List}. */
export const ListPage = ({ tabs, label, after, children, ...page }: Props) => (
  <Page {...page}>
    {tabs}
    <section aria-label={label} tabIndex={-1}>
      {children}
    </section>
    {after}
  </Page>
);
