import { Button } from '@chakra-ui/react/button';
import { Center } from '@chakra-ui/react/center';
import { Flex } from '@chakra-ui/react/flex';
import { Skeleton, type SkeletonProps } from '@chakra-ui/react/skeleton';
import { Spinner } from '@chakra-ui/react/spinner';
import { Text } from '@chakra-ui/react/text';
import { CloudOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PlainError } from '../../lib/http/api.ts';
import { canRetry, reasonOf } from '../../lib/http/failure.ts';
import type { Retry } from './lazy-part.tsx';

interface Props {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  role?: 'alert' | 'status';
  /** Set if the title is the page's. */
  heading?: 'h1' | undefined;
}

export const EmptyState = ({ icon: Icon, title, children, role, heading }: Props) => (
  <Flex role={role} direction="column" align="center" textAlign="center" gap="2" px="6" py="12" color="fg.muted">
    <Icon size={32} strokeWidth={1.5} aria-hidden />
    <Text as={heading} fontWeight="semibold" color="fg" mt="1">
      {title}
    </Text>
    {children}
  </Flex>
);

interface ErrorProps extends Pick<Props, 'title' | 'heading' | 'children'> {
  error: unknown;
  onRetry: () => void;
}

/** Error message with the reason, and a retry button if a retry can help. */
export const ErrorState = ({ error, onRetry, children, ...title }: ErrorProps) => (
  <EmptyState icon={CloudOff} role="alert" {...title}>
    <Text>{reasonOf(error) ?? 'Something went wrong. Please reload the page.'}</Text>
    {canRetry(error) && (
      <Button mt="2" size="sm" variant="outline" onClick={onRetry}>
        Try Again
      </Button>
    )}
    {children}
  </EmptyState>
);

const NOT_FETCHED = new PlainError('Please check your connection and try again.');

/** Shown if the code of a part of a page could not be loaded. */
export const NotLoaded = ({ onRetry }: Retry) => (
  <ErrorState title="This section could not be loaded" error={NOT_FETCHED} onRetry={onRetry} />
);

const CRASHED = new PlainError('This is on our side, not yours. The rest of the page still works.');

/** Shown if a part of a page failed while it was drawn. */
export const Crashed = ({ onRetry }: Retry) => (
  <ErrorState title="This section could not be shown" error={CRASHED} onRetry={onRetry} />
);

export const Skeletons = ({ count, ...props }: SkeletonProps & { count: number }) =>
  Array.from({ length: count }, (_, i) => <Skeleton key={String(i)} aria-hidden borderRadius="l3" {...props} />);

export const PageLoading = ({ label = 'Loading...' }: { label?: string }) => (
  <Center role="status" gap="3" minH="60vh" color="fg.muted">
    <Spinner size="sm" color="brand.solid" aria-hidden />
    {label}
  </Center>
);
