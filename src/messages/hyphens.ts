/** Keeps what stands before it and after it in one line, and is as wide as nothing. */
export const WORD_JOINER = '\u2060'

/** Clitics ("deve-o", "usá-lo", "avisá-los"), "e-mail" and "e-Fatura": a line that ends on their hyphen reads like a mistake. */
const HYPHEN = /(?<=\p{L})-(?=(?:mails?|[Ff]atura|[ln]?[oa]s?|me|te|se|nos|lhes?)(?!\p{L}))/gu

/** The words of a language as a page shows them: no line ends inside such a word. A word alone in a label stays as it is written. */
export function withJoinedHyphens<Node>(node: Node): Node {
  const joined = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes(' ') ? value.replaceAll(HYPHEN, `-${WORD_JOINER}`) : value
    if (Array.isArray(value)) return value.map(joined)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, joined(inside)]))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape is the one that came in
  return joined(node) as Node
}
