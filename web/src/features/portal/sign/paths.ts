import { useLocation, useParams } from 'react-router';
import { ANCHORS } from '../anchors.tsx';

/** Returns the paths of a request's card and of the page to sign it. Keeps the mark of a preview. */
export function useSignPaths(id: string) {
  const { token = '' } = useParams();
  const { search } = useLocation();
  const portal = `/portal/${token}`;
  return { card: `${portal}${search}#${ANCHORS.request(id)}`, page: `${portal}/sign/${id}${search}` };
}
