import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7', null],
  ['::ffff:192.0.2.7', '192.0.2.7', null],
  ['::ffff:c000:207', '192.0.2.7', null],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  // The client has closed the connection, so its address is unknown.
  [undefined, 'gone', null],
])('derives the network of the address %s', (ip, network, range) => {
  expect(networkOf(ip)).toEqual({ network, range });
});
