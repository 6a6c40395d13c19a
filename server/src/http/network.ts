/** Network of a caller for rate limits. All addresses of an IPv6 /64 network count as one, because every connection has 2^64 of them. */
import { isIPv6 } from 'node:net';

/** Returns the eight groups of an IPv6 address, whose last two groups may be in IPv4 notation. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail] = hex.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return groups(head);
  const [before, after] = [groups(head), groups(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const prefixOf = (groups: readonly number[], bits: number): string =>
  `${groups
    .slice(0, bits / 16)
    .map((group) => group.toString(16))
    .join(':')}::/${bits}`;

/**
 * Returns the network of an address: the IPv4 address or the IPv6 /64 network. `range` is the /48 network, which a provider assigns to one customer,
 * or `null` for IPv4. Clients that closed the connection early have no address and share one network.
 */
export function networkOf(ip: string | undefined): { network: string; range: string | null } {
  if (ip === undefined) return { network: 'gone', range: null };
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return { network: ip, range: null };
  const groups = groupsOf(address);
  // An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2).
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return { network: [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.'), range: null };
  return { network: prefixOf(groups, 64), range: prefixOf(groups, 48) };
}
