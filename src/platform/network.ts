import { BlockList, isIP } from 'node:net'

/**
 * Answers the network of an address, which counts as one place. A customer with one IPv6 address has 2^64 of them, in
 * the last four groups; they count as one, however the zeros are written. Any other address is its own network.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [before = '', after] = address.toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [head, tail] = [groups(before), groups(after ?? '')]
  const zeros = after === undefined ? [] : Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Networks that are not the internet: this machine, private networks, and ranges set apart for other ends (RFC 6890 and its registry). */
const RESERVED = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  RESERVED.addSubnet(network, bits, 'ipv4')

/** IPv6 addresses of the internet: `2000::/3`, without those that lead to IPv4 networks or are for examples. */
const INTERNET = new BlockList()
INTERNET.addSubnet('2000::', 3, 'ipv6')
const RESERVED_ON_INTERNET = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  RESERVED_ON_INTERNET.addSubnet(network, bits, 'ipv6')

/** Whether an address is on the internet: an address that somebody else named must not lead to a machine in the operator's own network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !RESERVED.check(address, 'ipv4')
  return version === 6 && INTERNET.check(address, 'ipv6') && !RESERVED_ON_INTERNET.check(address, 'ipv6')
}
