const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Writes an element around a text, which is escaped. `attributes` is written unchanged. */
export function textElement(name: string, text: string, attributes = ''): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
  return `<${name}${attributes}>${escaped}</${name}>`
}

/** Writes an element around elements. CRLF between tags, as the C2B manual recommends, helps older readers at banks that go by line. */
export function element(name: string, children: readonly string[], attributes = ''): string {
  return [`<${name}${attributes}>`, ...children, `</${name}>`].join('\r\n')
}
