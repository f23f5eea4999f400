/*
 * The rules of style sheets that one page can use. A page of plain HTML whose script adds no elements is known in full,
 * so what it can't use is left out and the rest travels inside it: one request less before the first paint.
 */

/** What stands in a page: its classes, ids, elements and letters. `states` are classes that its script sets later. */
type Page = {
  classes: ReadonlySet<string>
  ids: ReadonlySet<string>
  elements: ReadonlySet<string>
  letters: readonly number[]
}

const GROUPS = /^@(media|supports|layer|container|starting-style|scope)\b/
const WHOLE = /^@(property|page|keyframes)\b/

/** The rules of a style sheet that a page can use, in their order. `states`: classes that its script may set. */
export function usedCss(css: string, html: string, states: readonly string[] = []): string {
  const page: Page = {
    classes: new Set([...attribute(html, 'class').flatMap((value) => value.split(/\s+/)), ...states]),
    ids: new Set(attribute(html, 'id')),
    elements: new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name!.toLowerCase())),
    letters: [...new Set(html)].map((letter) => letter.codePointAt(0) ?? 0),
  }
  const kept = filter(css, page)
  // An animation nobody names any more goes too.
  return kept.replaceAll(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, (rule, name: string) =>
    kept.replace(rule, '').includes(name) ? rule : '',
  )
}

/** Leaves out custom properties that no rule reads, and those that only they read. */
export function withoutUnreadProperties(css: string): string {
  const read = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  const kept = css.replaceAll(/(--[\w-]+):[^;{}]*(;|(?=\}))/g, (declaration, name: string) =>
    read.has(name) ? declaration : '',
  )
  return kept === css ? css : withoutUnreadProperties(kept)
}

function filter(css: string, page: Page): string {
  let out = ''
  for (const { prelude, block } of statements(css)) {
    if (block === null) out += `${prelude};`
    else if (GROUPS.test(prelude)) {
      const inside = filter(block, page)
      // An empty layer still has its place in the order.
      if (inside) out += `${prelude}{${inside}}`
    } else if (prelude === '@font-face') out += hasLetters(block, page) ? `${prelude}{${block}}` : ''
    else if (WHOLE.test(prelude)) out += `${prelude}{${block}}`
    else {
      const selectors = split(prelude, ',').filter((selector) => canMatch(selector, page))
      if (selectors.length > 0) out += `${selectors.join(',')}{${block}}`
    }
  }
  return out
}

/** Whether a font has letters of the page: one with a range of others is never fetched for it. */
function hasLetters(font: string, { letters }: Page): boolean {
  const ranges = /unicode-range:([^;}]*)/.exec(font)?.[1]
  if (ranges === undefined) return true
  return [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].some(([, first, last]) => {
    const [from, to] = [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)]
    return letters.some((letter) => from <= letter && letter <= to)
  })
}

/** What in brackets is asked of the page too: one of them has to stand there. What `:not` or `:nth-child` says is not. */
const ASKED_TOO = /:(is|where|has)$/

/** Whether every class, id and element a selector asks for stands in the page. */
function canMatch(selector: string, page: Page): boolean {
  const text = selector.replaceAll(/\[[^\]]*\]/g, '')
  let outside = ''
  let at = 0
  for (let open = text.indexOf('('); open >= 0; open = text.indexOf('(', at)) {
    const close = endOfBrackets(text, open)
    outside += text.slice(at, open)
    const inside = split(text.slice(open + 1, close), ',')
    if (ASKED_TOO.test(outside) && !inside.some((one) => canMatch(one, page))) return false
    at = close + 1
  }
  const names = [...(outside + text.slice(at)).matchAll(/(::?|[.#])?(-?[_a-z][\w-]*)/gi)]
  return names.every(([, kind, name]) => {
    if (kind === '.') return page.classes.has(name!)
    if (kind === '#') return page.ids.has(name!)
    return kind !== undefined || page.elements.has(name!.toLowerCase())
  })
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

/** Cuts at a sign that stands outside brackets. */
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
