import { useMutation } from '@tanstack/react-query';
import { portalLink } from '../../../lib/paths.ts';
import { copyLink } from '../../../parts/copy-link.ts';
import { useClient } from '../client-context.ts';
import { revealToken } from './queries.ts';

/** The client's portal link, fetched only when it is asked for, as every look at it is recorded. */
export function usePortalLink() {
  const { id } = useClient().client;
  const { data, mutateAsync } = useMutation(revealToken);
  const reveal = async () => portalLink((data ?? (await mutateAsync({ params: { id } }))).token);

  /** Opens the portal in a tab of its own, which is opened before the link is known so that browsers let it. */
  const open = async () => {
    const tab = window.open('about:blank', '_blank');
    try {
      const link = await reveal();
      if (tab) tab.location.replace(link);
      else window.location.assign(link);
    } catch (error) {
      tab?.close();
      throw error;
    }
  };

  const copy = async () => copyLink(await reveal());

  return { link: data && portalLink(data.token), reveal, open, copy };
}
