import { Component, type ComponentType, type ReactNode } from 'react';
import { queryClient } from '../../lib/query/query.ts';
import type { Retry } from './lazy-part.tsx';

interface Props {
  children: ReactNode;
  /** Shown instead of the children after an error. */
  Failed?: ComponentType<Retry>;
  onError?: () => void;
}

/** Keeps an error of its children from taking the page. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });

  override componentDidCatch() {
    this.props.onError?.();
  }

  /** Reads all data again, as the error may lie there. */
  retry = () => {
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.invalidateQueries().finally(() => this.setState({ hasFailed: false }));
  };

  override render() {
    const { children, Failed } = this.props;
    if (!this.state.hasFailed) return children;
    return Failed ? <Failed onRetry={this.retry} /> : null;
  }
}
