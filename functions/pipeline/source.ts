import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** Groups of an IPv6 address that name a network: whoever has one address has all in its /64. */
const OF_NETWORK = 4;

/** An IPv4 address within an IPv6 one stands for two groups. */
const groupsIn = (text: string) => (text ? text.split(':').flatMap((group) => (isIPv4(group) ? ['', ''] : group)) : []);

/** The /64 of an IPv6 address, always spelt the same: '2001:db8:0:1::/64'. */
function networkOf(address: string): string {
  const [before = [], after = []] = address.split('::').map(groupsIn);
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, OF_NETWORK);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * The network that an address belongs to as far as one party holds it: an IPv4 address is its own, of IPv6 it is the /64.
 * 'unknown' for what is no address, or none.
 */
export function sourceOf(address: string | undefined): string {
  const [, mapped = address] = /^::ffff:([\d.]+)$/i.exec(address ?? '') ?? [];
  if (mapped && isIPv4(mapped)) return mapped;
  return address && isIPv6(address) && !address.includes('%') ? networkOf(address) : 'unknown';
}
