import { type Notice, notify } from '../../lib/screen/notify.ts';

/**
 * Writes a text to the clipboard. A text that is still being fetched is passed on as a promise: Safari allows a write only if it
 * begins within the press.
 */
async function write(text: string | Promise<string>) {
  // Firefox has no ClipboardItem before version 127, and allows a later write.
  if (typeof text === 'string' || typeof ClipboardItem === 'undefined')
    return navigator.clipboard.writeText(await text);
  const content = text.then((known) => new Blob([known], { type: 'text/plain' }));
  // A clipboard that refuses at once never looks at the content, whose failure would go unhandled.
  content.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
}

/** Copies a text and reports the outcome in the given words. Throws where the text could not be fetched. */
export const copyText = (text: string | Promise<string>, copied: Notice, failed: Notice) =>
  write(text).then(
    () => notify(copied),
    async () => {
      await text;
      notify(failed, 'error');
    },
  );

/** Copies a portal link and reports the outcome. */
export const copyLink = (link: string | Promise<string>) =>
  copyText(
    link,
    { title: 'Link Copied', description: 'The portal link is on your clipboard.' },
    { title: 'Error', description: 'Failed to copy link to clipboard' },
  );
