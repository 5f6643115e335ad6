import { useLocation, useNavigate } from 'react-router';
import { useWide } from '../../../lib/screen/use-wide.ts';
import { ANCHORS, goTo } from '../anchors.ts';

const HASH = `#${ANCHORS.messages}`;
/** What an entry of the history says that was made by opening the view: leaving it goes back to the entry before. */
const OPENED = { opened: true };

/**
 * The view that messages have to themselves where there is no room beside the rest. It has an address of its own, so that Back
 * closes it.
 */
export function useMessagesView() {
  const isWide = useWide('lg');
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const options = { preventScrollReset: true };
  return {
    isWide,
    isOpen: hash === HASH && !isWide,
    open: () => (isWide ? goTo(ANCHORS.messages) : void navigate(HASH, { ...options, state: OPENED })),
    close: () => void (state?.opened ? navigate(-1) : navigate({ hash: '' }, { ...options, replace: true })),
  };
}
