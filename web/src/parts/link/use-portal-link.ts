import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { portalLink, previewPath } from '../../lib/navigation/paths.ts';
import { whenAsked } from '../account/confirm-identity.tsx';
import { copyLink } from './copy-link.ts';
import { revealToken } from './portal-link.ts';

type Revealed = MutationOptions<{ token: string }, Error, { params: { id: string } }>;

/**
 * Portal link of a client, or of another person by `revealed`. Fetched only on request, because every look at it is in
 * the audit log.
 */
export function usePortalLink(id: string, revealed: Revealed = revealToken) {
  const { data, mutateAsync } = useMutation(revealed);
  const token = async () => (data ?? (await mutateAsync({ params: { id } }))).token;
  const reveal = async () => portalLink(await token());

  /** Opens a page in a new tab. The tab opens before the token is known, as popup blockers require. */
  const openTab = (addressOf: (token: string) => string) => async () => {
    const open = (page: string) => window.open(page, '_blank');
    const tab = open('about:blank');
    // The empty tab would hide the dialog.
    const end = whenAsked(() => tab?.close());
    try {
      const page = addressOf(await token());
      if (tab && !tab.closed) tab.location.replace(page);
      else if (!(tab && open(page))) window.location.assign(page);
    } catch (error) {
      tab?.close();
      throw error;
    } finally {
      end();
    }
  };

  return {
    link: data && portalLink(data.token),
    reveal,
    copy: () => copyLink(reveal()),
    preview: openTab(previewPath),
    open: openTab(portalLink),
  };
}
