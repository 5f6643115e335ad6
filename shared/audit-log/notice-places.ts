import { anchorOf } from '../rules/anchors.ts';
import { PLACES } from './notice-kinds.computed.ts';
import type { NoticeKind } from './notices.ts';
import type { NoticePlace } from './told.ts';

/** Fields of a notice that decide its link; `ref` is the id of its subject. */
export interface Pointing {
  kind: NoticeKind;
  ref?: string | null | undefined;
}

export const noticePlaceOf = ({ kind }: Pointing): NoticePlace => PLACES[kind] ?? 'page';

/** Returns the fragment of a client page's URL for a notice; blank for the page as a whole. */
export function hashOf({ kind, ref }: Pointing): string {
  const place = noticePlaceOf({ kind });
  if (place === 'page') return '';
  if (place !== 'messages' && ref) return `#${anchorOf[place](ref)}`;
  return `#${place}`;
}

/** Returns the most specific fragment for several notices: their common subject, part of the page, or the page. */
export function commonHashOf(notices: readonly Pointing[]): string {
  const only = (hashes: readonly string[]) => (new Set(hashes).size === 1 ? hashes[0] : undefined);
  return only(notices.map(hashOf)) ?? only(notices.map(({ kind }) => hashOf({ kind }))) ?? '';
}
