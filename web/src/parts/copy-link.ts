import { notify } from '../lib/notify.ts';

const write = async (text: string) => navigator.clipboard.writeText(text);

/** Puts a link on the clipboard and tells how it went (product 8). */
export const copyLink = (link: string) =>
  write(link).then(
    () => notify({ title: 'Link Copied', description: 'The portal link is on your clipboard.' }),
    () => notify({ title: 'Error', description: 'Failed to copy link to clipboard' }, 'error'),
  );
