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

type Part<Node> = Node extends Leaf ? Node : { readonly [Key in keyof Node]?: Part<Node[Key]> }

/** What is known in one place: a browser has the words of its pages only. */
export type Words = Part<Catalogue>

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
export function createTranslator(words: Words, language: Language): Translator {
  const plurals = new Intl.PluralRules(HTML_LANG[language])

  function find(key: string, params: MessageParams = {}): string | null {
    const node = nodeAt(words, key)
    if (typeof node === 'string') return fill(node, params)
    if (!isPlural(node)) return null
    // Zero of something is plural in both languages here ("0 motoristas"), whatever CLDR says of Portuguese.
    const one = params['count'] !== 0 && plurals.select(Number(params['count'])) === 'one'
    return fill(one ? node.one : node.other, params)
  }

  return Object.assign((key: MessageKey, params?: MessageParams) => find(key, params) ?? key, {
    find,
    language,
    list(key: ListKey, params: MessageParams = {}): readonly string[] {
      const node = nodeAt(words, key)
      return Array.isArray(node) ? node.map((text) => fill(String(text), params)) : []
    },
  })
}

function nodeAt(words: Words, key: string): unknown {
  let node: unknown = words
  for (const name of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined
    node = Reflect.get(node, name)
  }
  return node
}

function isPlural(node: unknown): node is Plural {
  return typeof node === 'object' && node !== null && 'one' in node && 'other' in node
}

function fill(text: string, params: MessageParams): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}
