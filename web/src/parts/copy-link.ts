import { type Notice, notify } from '../lib/notify.ts';

const write = async (text: string) => navigator.clipboard.writeText(text);

/** Puts a text on the clipboard and tells how it went, in the given words. */
export const copyText = (text: string, copied: Notice, failed: Notice) =>
  write(text).then(
    () => notify(copied),
    () => notify(failed, 'error'),
  );

/** Puts a link on the clipboard and tells how it went (product 8). */
export const copyLink = (link: string) =>
  copyText(
    link,
    { title: 'Link Copied', description: 'The portal link is on your clipboard.' },
    { title: 'Error', description: 'Failed to copy link to clipboard' },
  );
