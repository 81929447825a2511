import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress } from '../gateway/client-address.ts';

function addressOf(socket: string, forwarded?: string, trustProxy = true): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return clientAddress({ headers, socket: { remoteAddress: socket } }, trustProxy);
}

const proxy = '127.0.0.1';

test('without a trusted proxy the address header is ignored: any client can write it', () => {
  assert.equal(addressOf('203.0.113.7', '198.51.100.1', false), '203.0.113.7');
  assert.equal(addressOf('203.0.113.7', undefined, false), '203.0.113.7');
});

test('behind our proxy the last entry counts: it is what the proxy saw', () => {
  assert.equal(addressOf(proxy, '198.51.100.1'), '198.51.100.1');
  assert.equal(addressOf(proxy, 'forged, 10.0.0.1,  198.51.100.1 '), '198.51.100.1');
  assert.equal(addressOf(proxy, '198.51.100.1:50123'), '198.51.100.1');
  assert.equal(addressOf(proxy, '[2001:db8::5]:50123'), '2001:db8:0:0::/64');
});

test("a header without an address is ignored: the proxy's own address counts", () => {
  for (const header of [undefined, '', 'unknown', '198.51.100.1, _hidden', '999.1.1.1'])
    assert.equal(addressOf(proxy, header), proxy, header);
});

test('all addresses of an IPv6 /64 network count as one, in any notation', () => {
  const home = '2001:db8:1:2::/64';
  for (const address of [
    '2001:db8:1:2:aaaa:bbbb:cccc:dddd',
    '2001:db8:1:2::1',
    '2001:0DB8:0001:0002:0:0:0:9',
    '2001:db8:1:2:3::',
    '2001:db8:1:2::192.0.2.1',
  ])
    assert.equal(addressOf(address), home, address);
  assert.equal(addressOf('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(addressOf('2001:db8::2:0:0:1'), addressOf('2001:db8::1'));
  assert.equal(addressOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(addressOf('::1'), '0:0:0:0::/64');
  assert.notEqual(addressOf('2001:db8:1:3::1'), home);
});

test('an IPv4-mapped IPv6 address counts as the IPv4 address', () => {
  assert.equal(addressOf('::ffff:203.0.113.7'), '203.0.113.7');
});
