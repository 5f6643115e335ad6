import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);

/**
 * Follows the plain links of a long list within the app, as `onClick` of what is around them. The router's own links are
 * drawn anew whenever the address changes, which it does with each letter of a search.
 */
export function useLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlain(event) || link.target || link.origin !== window.location.origin) return;
    event.preventDefault();
    void navigate(`${link.pathname}${link.search}${link.hash}`);
  };
}
