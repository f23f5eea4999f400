/** Whether mail from an address is accepted. A sender in the list is an address, or `@domain` for everybody there. */
export function isAllowedSender(senders: readonly string[], address: string): boolean {
  const lower = address.toLowerCase()
  const domain = domainOf(lower)
  return senders.some(
    (sender) => sender.toLowerCase() === lower || (domain !== '' && sender.toLowerCase() === `@${domain}`),
  )
}

/** Whether a line of a list is a valid sender: `nome@dominio.pt` or `@dominio.pt`. */
export function isSender(line: string): boolean {
  return /^[^\s@,;<>"]*@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(line)
}

/**
 * Whether the receiving mail server proved that a mail is from the domain of its sender (RFC 8601). `headers` are the
 * values of the mail's `Authentication-Results` from the top, `server` is the name by which the own server signs them.
 * Only those at the top count: headers below the first one of another server were there before the mail came, and
 * anybody can write them.
 */
export function isProved(headers: readonly string[], server: string, sender: string): boolean {
  const domain = domainOf(sender.toLowerCase())
  if (domain === '') return false
  const own: string[][] = []
  for (const header of headers) {
    const [name = '', ...results] = header
      .replaceAll(/\([^()]*\)/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    if (name.split(' ')[0] !== server.toLowerCase()) break
    own.push(results)
  }
  return own.flat().some((result) => provesDomain(result, domain))
}

/** Whether a result proves a domain: DMARC of the domain itself, or DKIM or SPF of it or of a parent or subdomain. */
function provesDomain(result: string, domain: string): boolean {
  const [method = '', ...properties] = result.split(' ')
  const propertyOf = new Map(
    properties.map((property) => [property.split('=')[0], property.slice(property.indexOf('=') + 1)]),
  )
  const of = (name: string) => domainOf(`@${(propertyOf.get(name) ?? '').replaceAll('"', '')}`)
  if (method === 'dmarc=pass') return of('header.from') === domain
  if (method === 'dkim=pass') return isAligned(of('header.d') || of('header.i'), domain)
  return method === 'spf=pass' && isAligned(of('smtp.mailfrom'), domain)
}

function isAligned(proved: string, domain: string): boolean {
  if (!proved.includes('.')) return false
  return proved === domain || domain.endsWith(`.${proved}`) || proved.endsWith(`.${domain}`)
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
