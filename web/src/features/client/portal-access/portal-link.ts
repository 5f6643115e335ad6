import { useMutation } from '@tanstack/react-query';
import { portalLink, previewPath } from '../../../lib/paths.ts';
import { copyLink } from '../../../parts/copy-link.ts';
import { revealToken } from '../../../parts/portal-link.ts';
import { useClient } from '../client-context.ts';

/** The client's portal link, fetched only when it is asked for, as every look at it is recorded. */
export function usePortalLink() {
  const { id } = useClient().client;
  const { data, mutateAsync } = useMutation(revealToken);
  const token = async () => (data ?? (await mutateAsync({ params: { id } }))).token;
  const reveal = async () => portalLink(await token());

  /** Shows the portal as the client sees it, in a tab of its own, which is opened before the token is known so that browsers let it. */
  const open = async () => {
    const tab = window.open('about:blank', '_blank');
    try {
      const page = previewPath(await token());
      if (tab) tab.location.replace(page);
      else window.location.assign(page);
    } catch (error) {
      tab?.close();
      throw error;
    }
  };

  const copy = () => copyLink(reveal());

  return { link: data && portalLink(data.token), reveal, open, copy };
}
