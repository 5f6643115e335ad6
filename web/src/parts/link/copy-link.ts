import { notify, type ToastContent } from '../../lib/screen/notify.ts';

/** Writes to the clipboard. Pending text is a promise, as Safari allows writes only if they begin within the click. */
async function write(text: string | Promise<string>) {
  // Firefox has no ClipboardItem before version 127, and allows a later write.
  if (typeof text === 'string' || typeof ClipboardItem === 'undefined')
    return navigator.clipboard.writeText(await text);
  const content = text.then((known) => new Blob([known], { type: 'text/plain' }));
  // If the clipboard refuses immediately, nothing else handles a failed fetch.
  content.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
}

/** Copies a text and shows a toast of the outcome. Throws if the text could not be fetched. */
export const copyText = (text: string | Promise<string>, copied: ToastContent, failed: ToastContent) =>
  write(text).then(
    () => notify(copied),
    async () => {
      await text;
      notify(failed, 'error');
    },
  );

export const copyLink = (link: string | Promise<string>) =>
  copyText(
    link,
    { title: 'Link Copied', description: 'The portal link is on your clipboard.' },
    { title: 'Error', description: 'Failed to copy link to clipboard' },
  );
