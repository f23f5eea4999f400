import { type ReactNode, createElement } from 'react'

/**
 * A page as it was sent: parsed once, and made into elements anew at each rendering. Scripts are left out: no person
 * sees them.
 */
export function Markup({ html }: { html: string }): ReactNode {
  return made(parsed(html))
}

type Tag = { name: string; attributes: Record<string, string | true>; children: (Tag | string)[] }

const known = new Map<string, Tag>()

function made(node: Tag | string): ReactNode {
  if (typeof node === 'string') return node
  if (VOID.has(node.name)) return createElement(node.name, node.attributes)
  return createElement(node.name, node.attributes, ...node.children.map(made))
}

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])
/** React gives some attributes another meaning or another name. */
const NAMES: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  style: 'data-style',
  value: 'data-value',
  checked: 'data-checked',
  selected: 'data-selected',
}

function parsed(html: string): Tag {
  const before = known.get(html)
  if (before) return before
  const root: Tag = { name: 'div', attributes: {}, children: [] }
  const open = [root]
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\/?(body|html)\b[^>]*>/g, '')
  for (const [, end, name, rest, text] of body.matchAll(
    /<(\/?)([a-z][\w:-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gi,
  )) {
    const inside = open.at(-1)!
    if (text !== undefined) inside.children.push(unescaped(text))
    else if (end) open.pop()
    else {
      const tag: Tag = { name: name!, attributes: attributesOf(rest ?? ''), children: [] }
      inside.children.push(tag)
      if (!VOID.has(tag.name)) open.push(tag)
    }
  }
  if (open.length !== 1) throw new Error('the page does not close what it opens')
  known.set(html, root)
  return root
}

function attributesOf(text: string): Tag['attributes'] {
  return Object.fromEntries(
    [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
      NAMES[name!] ?? name!,
      value === undefined ? '' : unescaped(value),
    ]),
  )
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
