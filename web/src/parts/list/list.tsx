import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { ListFilter } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { humanise } from '../../lib/text/format.ts';
import { EmptyState, ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import type { FurtherPages } from '../../ui/feedback/next-page-button.tsx';
import { MoreButton } from './more-button.tsx';

interface LoadedProps<T> {
  list: { error: Error | null; refetch: () => unknown };
  /** Undefined until it is read. */
  data: T | undefined;
  /** Title of the error message. */
  failure: string;
  loading: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows data once it is read: before that a placeholder, or the error with a retry button. */
export function Loaded<T>({ list: { error, refetch }, data, failure, loading, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorState title={failure} error={error} onRetry={refetch} /> : loading;
}

interface Props<T> extends Omit<LoadedProps<readonly T[]>, 'list' | 'data'> {
  list: LoadedProps<T>['list'] & Partial<Omit<FurtherPages, 'error'>> & { isPlaceholderData?: boolean };
  /** Rows that match the filter; undefined until they are read. */
  rows: readonly T[] | undefined;
  /** Shown instead of tools and rows if the list is empty without any filter. */
  nothing?: ReactNode;
  /** Tabs, search and filters. */
  tools?: ReactNode;
  /** Shown if the filter finds no rows. */
  noneFound?: ReactNode;
  /** Plural noun of the rows, for the button of the next page. The list has none without it. */
  noun?: string;
}

type MoreProps = Pick<Props<never>, 'list'> & { noun: string; next: () => HTMLElement | null };

function More({ list: { hasNextPage, isPlaceholderData, fetchNextPage, ...list }, noun, next }: MoreProps) {
  if (!hasNextPage || isPlaceholderData || !fetchNextPage) return null;
  return (
    <MoreButton
      noun={noun}
      list={{ isFetchNextPageError: false, ...list }}
      onShow={() => fetchNextPage()}
      next={next}
    />
  );
}

/**
 * List in each of its states: loading, failed, empty, nothing found, or rows and the button of the next page. Rows
 * stay mounted when the last one leaves, as their dialogs may be open.
 */
export function List<T>({ rows, nothing, tools, noneFound, noun, children, ...read }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const lastLink = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])].at(-1) ?? null;
  return (
    <>
      {nothing || tools}
      <Loaded {...read} data={rows}>
        {(shown) => (
          <>
            {shown.length === 0 && !nothing && !read.list.isPlaceholderData && noneFound}
            <Box ref={box}>{children(shown)}</Box>
            {noun && <More key={shown.length} list={read.list} noun={noun} next={lastLink} />}
          </>
        )}
      </Loaded>
    </>
  );
}

type RowsLoadingProps = ComponentProps<typeof Skeletons> & { label: string };

/** Placeholders of rows, or of what `children` add above them. */
export const RowsLoading = ({ label, children, ...skeletons }: RowsLoadingProps) => (
  <Box role="status" aria-label={label}>
    {children}
    <Skeletons {...skeletons} />
  </Box>
);

interface NoneFoundProps {
  noun: string;
  onClear: () => void;
}

/** Shown if a search or filter finds nothing. */
export const NoneFound = ({ noun, onClear }: NoneFoundProps) => (
  <EmptyState icon={ListFilter} title={`No ${noun} found`}>
    <Button mt="2" size="sm" variant="outline" onClick={onClear}>
      {`Show All ${humanise(noun)}`}
    </Button>
  </EmptyState>
);
