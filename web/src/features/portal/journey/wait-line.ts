import type { Waiting } from '#shared/contract/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { providerKey } from '#shared/rules/provider-key.ts';

const countProviders = (waits: readonly Waiting[]) => new Set(waits.map(({ provider }) => providerKey(provider))).size;

/** Returns how many providers have not answered yet; undefined if all have. A provider may have several letters. */
export function waitLine(waits: readonly Waiting[]): string | undefined {
  const open = countProviders(waits.filter(({ state }) => state !== 'received'));
  const all = countProviders(waits);
  if (open === 0) return undefined;
  const providers =
    all === 1 ? 'one provider' : open === all ? countOf(all, 'provider') : `${open} of ${all} providers`;
  return `We are waiting for ${providers}. You need do nothing.`;
}
