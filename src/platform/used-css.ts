/* Selects the rules of style sheets that one page can use. A page of plain HTML whose script adds no elements is known
   in full, so rules it can't use are left out and the rest travels inside the page: one request less before the first
   paint. */

/** A style sheet, parsed once; every page then selects from it the rules it can use. */
export type Sheet = readonly Part[]

type Part =
  /** Always stays: the order of layers, the rules of printed pages. */
  | { kind: 'whole'; text: string }
  /** Stays if a rule names it. */
  | { kind: 'animation'; text: string; name: string }
  /** `letters`: the characters the font has, or `null` when it has all. */
  | { kind: 'font'; text: string; letters: RegExp | null }
  /** A rule around others: it is left out when nothing in it stays. */
  | { kind: 'group'; prelude: string; inside: Sheet }
  | { kind: 'rule'; selectors: readonly Selector[]; block: string }

/** Names that a selector needs on a page: all of `names`, and one of each of `choices`. */
type Selector = { text: string; names: readonly Name[]; choices: readonly (readonly Selector[])[] }
type Name = { kind: 'class' | 'id' | 'element'; name: string }

const GROUPS = /^@(media|supports|layer|container|starting-style|scope)\b/
const WHOLE = /^@(property|page)\b/

export function readSheet(css: string): Sheet {
  return statements(css).map(({ prelude, block }): Part => {
    if (block === null) return { kind: 'whole', text: `${prelude};` }
    if (GROUPS.test(prelude)) return { kind: 'group', prelude, inside: readSheet(block) }
    const text = `${prelude}{${block}}`
    if (prelude === '@font-face') return { kind: 'font', text, letters: lettersOf(block) }
    const [, animation] = /^@keyframes ([\w-]+)$/.exec(prelude) ?? []
    if (animation !== undefined) return { kind: 'animation', text, name: animation }
    if (WHOLE.test(prelude)) return { kind: 'whole', text }
    return { kind: 'rule', selectors: split(prelude, ',').map(selectorOf), block }
  })
}

/** Reads the characters in the range of a font: a browser never fetches a font whose characters the page lacks. */
function lettersOf(font: string): RegExp | null {
  const ranges = /unicode-range:([^;}]*)/.exec(font)?.[1]
  if (ranges === undefined) return null
  const letters = [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)]
  return new RegExp(`[${letters.map(([, first, last]) => `\\u{${first}}-\\u{${last ?? first}}`).join('')}]`, 'u')
}

/**
 * Pseudo-classes whose brackets count too: the page must have one of the selectors in them. Those of `:not` or
 * `:nth-child` do not count.
 */
const COUNTED_PSEUDO_CLASS = /:(is|where|has)$/

function selectorOf(text: string): Selector {
  const plain = text.replaceAll(/\[[^\]]*\]/g, '')
  const choices: Selector[][] = []
  let outside = ''
  let at = 0
  for (let open = plain.indexOf('('); open >= 0; open = plain.indexOf('(', at)) {
    const close = endOfBrackets(plain, open)
    outside += plain.slice(at, open)
    if (COUNTED_PSEUDO_CLASS.test(outside)) choices.push(split(plain.slice(open + 1, close), ',').map(selectorOf))
    at = close + 1
  }
  const found = [...(outside + plain.slice(at)).matchAll(/(::?|[.#])?(-?[_a-z][\w-]*)/gi)]
  const names = found.flatMap(([, mark, name = '']): Name[] => {
    if (mark === '.') return [{ kind: 'class', name }]
    if (mark === '#') return [{ kind: 'id', name }]
    return mark === undefined ? [{ kind: 'element', name: name.toLowerCase() }] : []
  })
  return { text, names, choices }
}

/** Classes, ids and elements of a page. */
type Page = { html: string } & Record<Name['kind'], ReadonlySet<string>>

/** Answers the rules of style sheets that a page can use, in their order. `states`: classes that its script may set. */
export function usedCss(sheets: readonly Sheet[], html: string, states: readonly string[] = []): string {
  const page: Page = {
    html,
    class: new Set([...attribute(html, 'class').flatMap((value) => value.split(/\s+/)), ...states]),
    id: new Set(attribute(html, 'id')),
    element: new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name!.toLowerCase())),
  }
  const animations: Animation[] = []
  const kept = sheets.map((sheet) => filter(sheet, page, animations)).join('')
  return animations.reduce(
    (css, { text, name }) => (css.replace(text, '').includes(name) ? css : css.replace(text, '')),
    kept,
  )
}

type Animation = Extract<Part, { kind: 'animation' }>

/** Leaves out custom properties that no rule reads, and those that only they read. */
export function withoutUnreadProperties(css: string): string {
  const read = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  const kept = css.replaceAll(/(--[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name: string) =>
    read.has(name) ? declaration : '',
  )
  return kept === css ? css : withoutUnreadProperties(kept)
}

function filter(sheet: Sheet, page: Page, animations: Animation[]): string {
  let css = ''
  for (const part of sheet) {
    if (part.kind === 'rule') {
      const selectors = part.selectors.filter((selector) => canMatch(selector, page))
      if (selectors.length > 0) css += `${selectors.map(({ text }) => text).join(',')}{${part.block}}`
    } else if (part.kind === 'group') {
      const inside = filter(part.inside, page, animations)
      // An empty layer keeps its place in the order.
      if (inside) css += `${part.prelude}{${inside}}`
    } else if (part.kind !== 'font' || (part.letters?.test(page.html) ?? true)) {
      if (part.kind === 'animation') animations.push(part)
      css += part.text
    }
  }
  return css
}

/** Whether every class, id and element that a selector needs is on the page. */
function canMatch({ names, choices }: Selector, page: Page): boolean {
  return (
    names.every(({ kind, name }) => page[kind].has(name)) &&
    choices.every((choice) => choice.some((selector) => canMatch(selector, page)))
  )
}

function endOfBrackets(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

type Statement = { prelude: string; block: string | null }

/** Cuts a sheet into `prelude{block}` and `prelude;`. Strings and comments may hold any sign. */
function statements(css: string): Statement[] {
  const found: Statement[] = []
  let start = 0
  for (let at = 0; at < css.length; at++) {
    const sign = css[at]
    if (sign === '/' && css[at + 1] === '*') {
      const end = css.indexOf('*/', at) + 1
      if (css.slice(start, at).trim() === '') start = end + 1
      at = end
    } else if (sign === '"' || sign === "'") at = endOfString(css, at)
    else if (sign === ';') {
      found.push({ prelude: css.slice(start, at).trim(), block: null })
      start = at + 1
    } else if (sign === '{') {
      const end = endOfBlock(css, at)
      found.push({ prelude: css.slice(start, at).trim(), block: css.slice(at + 1, end) })
      at = end
      start = end + 1
    }
  }
  return found
}

function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '"' || css[at] === "'") at = endOfString(css, at)
    else if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) return at
  }
  return css.length
}

function endOfString(css: string, open: number): number {
  for (let at = open + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === css[open]) return at
  }
  return css.length
}

/** Cuts at a sign where it stands outside brackets. */
function split(text: string, at: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth++
    if (sign === ')' || sign === ']') depth--
    if (sign === at && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

function attribute(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value!)
}
