import { portalLink } from '../../lib/navigation/paths.ts';
import type { ToastContent } from '../../lib/screen/notify.ts';
import { useMe } from '../account/me.ts';
import { useStoredChoice } from '../stored-choice.ts';
import { copyLink } from './copy-link.ts';

/** Somebody new, whose link was made with them. */
interface Linked {
  name: string;
  email: string;
  token: string;
  linkEmailed?: boolean | undefined;
}

/** Returns the toast that shows a new link. */
export function newLinkToast({ email, token, linkEmailed }: Linked, said: ToastContent): ToastContent {
  const link = portalLink(token || 'token-not-found');
  return {
    description: `Portal link: ${link}`,
    isFolded: true,
    detail: linkEmailed ? `The link has been emailed to ${email}.` : undefined,
    otherAction: { label: 'Copy Link', onClick: () => void copyLink(link) },
    ...said,
  };
}

/** Returns the toast of somebody who was saved, but not emailed. `done` says how: "created" or "added". */
export const notEmailedToast = ({ name, token }: Linked, done: string, onEmail: () => void): ToastContent => ({
  title: 'Link Not Emailed',
  description: `${name} was ${done}, but the email failed.`,
  action: { label: 'Email Link', onClick: onEmail },
  otherAction: { label: 'Copy Link', onClick: () => void copyLink(portalLink(token)) },
});

const EMAILED = 'emailed';

/** Choice to email new links immediately, which the browser remembers. */
export function useEmailChoice() {
  const [stored, store] = useStoredChoice(`email-new-link/${useMe().id}`);
  return {
    checked: stored === EMAILED,
    onChange: (checked: boolean) => store(checked ? EMAILED : 'not-emailed'),
  };
}
