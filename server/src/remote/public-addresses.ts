/** Distinguishes public IP addresses from private and reserved ones (RFC 6890, RFC 9637). */
import { BlockList, isIP } from 'node:net';

const CLOSED_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Reserved networks within 2000::/3: IPv4 transition mechanisms and documentation. No address outside of 2000::/3 is public. */
const CLOSED_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const list = (family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList => {
  const all = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    all.addSubnet(address, Number(bits), family);
  }
  return all;
};

const closed4 = list('ipv4', CLOSED_4);
const closed6 = list('ipv6', CLOSED_6);
const open6 = list('ipv6', ['2000::/3']);

/** Returns whether an IP address is publicly reachable. It must be in the notation of `URL`. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !closed4.check(address, 'ipv4');
  return version === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}
