import { SaxesParser } from 'saxes'

/** An element of a small message, by its local name. `line` is where it begins. */
export type Node = { name: string; line: number; currency: string | null; text: string; children: readonly Node[] }
type Growing = Omit<Node, 'children'> & { children: Growing[] }

/** Far above any statement of a fleet. */
const LIMITS = { depth: 64, nodes: 2_000_000 } as const

/** Thrown for a text that is no XML message: damaged, or larger than a statement can be. */
export class XmlRefused extends Error {
  override readonly name = 'XmlRefused'
  readonly problem: 'damaged' | 'unsafe'
  readonly line: number

  constructor(problem: 'damaged' | 'unsafe', line: number) {
    super(`${problem} at line ${line}`)
    this.problem = problem
    this.line = line
  }
}

/** Reads the root of a message. A DOCTYPE is refused: no bank writes one, and it could name files of this machine. */
export function readXml(text: string): Node {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const open: Growing[] = []
  let root: Growing | null = null
  let nodes = 0
  const refuse = (problem: 'damaged' | 'unsafe') => {
    throw new XmlRefused(problem, parser.line)
  }
  parser.on('error', () => refuse('damaged'))
  parser.on('doctype', () => refuse('unsafe'))
  parser.on('opentag', ({ name, attributes }) => {
    nodes += 1
    if (open.length >= LIMITS.depth || nodes > LIMITS.nodes) refuse('unsafe')
    const currency = attributes['Ccy'] ?? null
    const node: Growing = {
      name: name.slice(name.indexOf(':') + 1),
      line: parser.line,
      currency,
      text: '',
      children: [],
    }
    open.at(-1)?.children.push(node)
    root ??= node
    open.push(node)
  })
  const more = (piece: string) => {
    const at = open.at(-1)
    if (at) at.text += piece
  }
  parser.on('text', more)
  parser.on('cdata', more)
  parser.on('closetag', () => {
    const closed = open.pop()!
    closed.text = closed.text.trim()
  })
  parser.write(text).close()
  return root ?? refuse('damaged')
}

/** Finds all elements at a path below a node: `NtryDtls/TxDtls`. */
export function allAt(node: Node | undefined, path: string): Node[] {
  let found = node ? [node] : []
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name))
  return found
}

export function firstAt(node: Node | undefined, path: string): Node | undefined {
  return allAt(node, path)[0]
}

/** Reads the text at the first of these paths that has one; `null` for none. */
export function textAt(node: Node | undefined, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const found = allAt(node, path).find(({ text }) => text !== '')
    if (found) return found.text
  }
  return null
}
