import type { CachedAnswer } from '#platform/kept.ts'
import { readSheet, type Sheet, usedCss, withoutUnreadProperties } from '#platform/used-css.ts'
import { styleHash } from './head-styles.server.ts'
import { coloursAt } from './shell/brand-colours.ts'
import { FACES, facesOfFirstVisit } from './styles/faces.ts'

const LINK = /<link rel="stylesheet" href="([^"]+)"[^>]*\/?>/g

/** Style sheets are the same for all operators of a process, so each is read once. */
const read = new WeakMap<CachedAnswer, Sheet>()

type Styled = {
  html: string
  /** Base64 SHA-256 hashes of the styles inside the page, for its headers. */
  styles: string[]
}

/** Puts the fonts and styles that a page uses inside it, so that nothing delays its first paint. */
export function inlineStyles(html: string, files: ReadonlyMap<string, CachedAnswer>): Styled {
  return fillStyles(html, files, (css) => css)
}

/**
 * Styles a page from which readers go on to others, or to which a script adds something: its whole sheets follow after the first paint and
 * stay in the browser. Nothing moves when its font arrives.
 */
export function inlineFirstStyles(html: string, files: ReadonlyMap<string, CachedAnswer>): Styled {
  const whole = linksIn(html).map(({ link }) => link)
  const styled = fillStyles(html, files, facesOfFirstVisit)
  if (styled.styles.length === 0) return styled
  return { ...styled, html: styled.html.replace(/<\/body><\/html>$/, (end) => whole.join('') + end) }
}

function fillStyles(html: string, files: ReadonlyMap<string, CachedAnswer>, shown: (css: string) => string): Styled {
  const links = linksIn(html)
  // The framework ends some addresses with an empty fragment, which is no part of the file's name.
  const addresses = new Set(links.map(({ address }) => address.replace(/#$/, '')))
  const sheets = [FACES_SHEET]
  for (const address of addresses) {
    const sheet = sheetAt(address, files)
    if (sheet === null) return { html, styles: [] }
    sheets.push(sheet)
  }
  const css = shown(withoutUnreadProperties(usedCss(sheets, html, ['dark'])))
  let left = html
  for (const { link } of links) left = left.replace(link, '')
  const page = left.replace(`<style>${FACES}</style>`, () => `<style>${css}</style>`)
  return page === left ? { html, styles: [] } : { html: page, styles: [styleHash(css)] }
}

const FACES_SHEET = readSheet(FACES)

/**
 * Whether a page of the driver's area is opened, by its address or from elsewhere, in a browser that has no style sheets of this site yet,
 * as far as the request tells. A browser whose worker keeps them, that reloads, or that comes from another page has them; a reader who
 * saves data is sent nothing twice.
 */
export function isFirstVisit({ method, headers, url }: Request): boolean {
  if (method !== 'GET' || headers.get('sec-fetch-dest') !== 'document') return false
  if (headers.has('service-worker-navigation-preload') || headers.has('sec-purpose')) return false
  if (headers.get('cache-control') === 'max-age=0' || headers.get('save-data') === 'on') return false
  return headers.get('sec-fetch-site') !== 'same-origin' && STANDS_AT_ONCE.test(new URL(url).pathname)
}

/** Pages whose text does not move. On the profile page a script adds what the browser can do (keys, notices), which moves the text. */
const STANDS_AT_ONCE = /^(\/en)?\/dashboard(?!\/profile)(\/|$)/

function linksIn(html: string): { link: string; address: string }[] {
  return [...html.matchAll(LINK)].map(([link, address = '']) => ({ link, address }))
}

function sheetAt(address: string, files: ReadonlyMap<string, CachedAnswer>): Sheet | null {
  const file = files.get(address)
  if (!file) {
    const colours = coloursAt(address)
    return colours === null ? null : readSheet(colours)
  }
  const known = read.get(file) ?? readSheet(file.bytes.toString())
  read.set(file, known)
  return known
}
