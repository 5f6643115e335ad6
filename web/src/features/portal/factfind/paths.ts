import { useLocation, useParams } from 'react-router';

/** Returns the path of the portal, and those below the fact-find. Keeps the mark of a preview. */
export function usePaths() {
  const { token = '' } = useParams();
  const { search } = useLocation();
  const portal = `/portal/${token}`;
  return {
    portal: `${portal}${search}`,
    inFactfind: (path = '') => `${portal}/fact-find${path && '/'}${path}${search}`,
  };
}
