import { HTML_LANG, type Language } from './language.ts'
import type { pt } from './pt.ts'

/** A text that changes with `{count}`. */
export type Plural = { readonly one: string; readonly other: string }

type Leaf = string | Plural | readonly string[]

/** The shape of the Portuguese words: a language that lacks one doesn't compile. */
type Shape<Node> = Node extends string
  ? string
  : Node extends readonly string[]
    ? readonly string[]
    : { readonly [Key in keyof Node]: Shape<Node[Key]> }

export type Catalogue = Shape<typeof pt>

type Paths<Node, Wanted, Prefix extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends Leaf
    ? Node[Key] extends Wanted
      ? `${Prefix}${Key}`
      : never
    : Paths<Node[Key], Wanted, `${Prefix}${Key}.`>
}[keyof Node & string]

/** Dotted name of a text: `page.week.title`. */
export type MessageKey = Paths<Catalogue, string | Plural>
/** Dotted name of a list of texts. */
export type ListKey = Paths<Catalogue, readonly string[]>

export type MessageParams = Readonly<Record<string, string | number>>

export type Translator = {
  (key: MessageKey, params?: MessageParams): string
  /** A list of texts, each filled from the params; one that is missing is empty (spec 3). */
  list(key: ListKey, params?: MessageParams): readonly string[]
  /** A text by a name made at run time, e.g. a refusal's code; `null` when there is none. */
  find(key: string, params?: MessageParams): string | null
  readonly language: Language
}

/** Texts of one language by dotted key. A missing key answers itself (spec 3). */
export function createTranslator(words: Catalogue, language: Language): Translator {
  const plurals = new Intl.PluralRules(HTML_LANG[language])
  // Looked for when it is first asked for: there are nine thousand, and a command says a dozen of them.
  const leaves = new Map<string, unknown>()

  function leafOf(key: string): unknown {
    const known = leaves.get(key)
    if (known !== undefined) return known
    const leaf = wordAt(words, key)
    if (leaf !== undefined) leaves.set(key, leaf)
    return leaf
  }

  function find(key: string, params: MessageParams = {}): string | null {
    const leaf = leafOf(key)
    if (typeof leaf === 'string') return fill(leaf, params)
    if (!isPlural(leaf)) return null
    // Zero of something is plural in both languages here ("0 motoristas"), whatever CLDR says of Portuguese.
    const isOne = params['count'] !== 0 && plurals.select(Number(params['count'])) === 'one'
    return fill(isOne ? leaf.one : leaf.other, params)
  }

  return Object.assign((key: MessageKey, params?: MessageParams) => find(key, params) ?? key, {
    find,
    language,
    list(key: ListKey, params: MessageParams = {}): readonly string[] {
      const leaf = leafOf(key)
      return Array.isArray(leaf) ? leaf.map((text) => fill(String(text), params)) : []
    },
  })
}

/** What stands at a dotted key; nothing where a name of it is not there. */
function wordAt(words: unknown, key: string): unknown {
  let node = words
  for (const name of key.split('.')) {
    if (typeof node !== 'object' || node === null || Array.isArray(node) || !Object.hasOwn(node, name)) return undefined
    node = Reflect.get(node, name)
  }
  return node
}

function isPlural(node: unknown): node is Plural {
  return typeof node === 'object' && node !== null && 'one' in node && 'other' in node
}

function fill(text: string, params: MessageParams): string {
  if (!text.includes('{')) return text
  return text.replaceAll(/\{(\w+)\}(\.?)/g, (placeholder, name: string, stop: string) => {
    const value = params[name]
    if (value === undefined) return placeholder
    // "7 dez." ends a sentence with its own full stop.
    return String(value).endsWith('.') ? String(value) : `${value}${stop}`
  })
}
