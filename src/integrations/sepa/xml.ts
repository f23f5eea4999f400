const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** An element around a text, which is escaped. `attributes` is written as it stands. */
export function leaf(name: string, text: string, attributes = ''): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
  return `<${name}${attributes}>${escaped}</${name}>`
}

/** An element around elements. CRLF between tags, as the C2B manual recommends, lets banks' older readers go by line. */
export function element(name: string, children: readonly string[], attributes = ''): string {
  return [`<${name}${attributes}>`, ...children, `</${name}>`].join('\r\n')
}
