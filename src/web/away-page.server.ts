import { brandReadLast } from '#features/company/brand/queries.server.ts'
import type { Brand } from '#messages/brand.ts'
import { HTML_LANG, languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { securityHeaders } from '#platform/security-headers.ts'
import { KEY_FIELD } from './answer.server.ts'
import { styleHash } from './head-styles.server.ts'
import { isSecret, type TypedValues } from './read-form.server.ts'
import { pathOnThisSite } from './same-origin.ts'
import { coloursAddress } from './shell/brand.ts'
import { coloursAt } from './shell/brand-colours.ts'
import { colourModeOf } from './shell/colour-mode.ts'
// oxlint-disable-next-line import/default -- the bundler makes it
import sheet from './styles/index.css?url'
import { FACES } from './styles/faces.ts'

/** The thing that is away: the database, a free connection to it, room on the disk, or the file store. */
export type Away = keyof typeof RETRY_AFTER

/** Seconds after which a client may ask again: the embedded database is back within one or two; a full disk needs somebody to make room. */
const RETRY_AFTER = { database: 5, busy: 10, disk: 60, files: 60 }
/** Bytes. No form of fields alone that people fill in is larger. */
const MAX_KEPT_BYTES = 200_000

/** A copy of a form of fields alone, to be read if the form cannot be carried out; `null` for anything else. */
export function copyOfForm(request: Request): Request | null {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  return request.method === 'POST' && isForm && length <= MAX_KEPT_BYTES ? request.clone() : null
}

/**
 * Answers while something is away without which there is no page: 503, when to ask again, and in the reader's language a page that needs
 * nothing but this process. A form comes back with all that was typed, to be sent again with one press. Files cannot be given back, so the
 * page asks for them by name. If the form had a password, the page links to where it was typed.
 */
export async function awayPage(
  away: Away,
  request: Request,
  typed: TypedValues | null,
  https: boolean,
): Promise<Response> {
  const status = 503
  const always = { 'retry-after': String(RETRY_AFTER[away]), 'cache-control': 'no-store' }
  const url = new URL(request.url)
  const language = languageOf(url.pathname)
  const t = translator(language)
  const title = t(`common.away.${away}`)
  if (request.method === 'GET' && !/\btext\/html\b|\*\/\*/.test(request.headers.get('accept') ?? '*/*')) {
    return new Response(title, {
      status,
      headers: { ...always, 'content-type': 'text/plain; charset=utf-8' },
    })
  }

  const ownPath = pathOnThisSite(url.pathname + url.search) ?? '/'
  const completeForm = typed?.fields.some(([name]) => isSecret(name)) ? null : typed
  const isPost = request.method === 'POST'
  const isOnce = completeForm?.fields.some(([name]) => name === KEY_FIELD)
  const words = [
    t(`common.away.why.${away}`),
    ...(isPost ? [t(completeForm ? 'common.away.kept' : 'common.away.lost')] : []),
    ...(isPost && completeForm && completeForm.files.length > 0 ? [t('common.away.choose')] : []),
    ...(isPost && completeForm && isOnce ? [t('common.away.once')] : []),
  ]
  const way = !isPost
    ? link(ownPath, t('common.away.again'))
    : completeForm
      ? form(ownPath, completeForm, t('common.away.send'))
      : link(pageBefore(request) ?? ownPath, t('common.away.back'))

  return pageAlone({ status, title, words, way, headers: always }, request, https)
}

/**
 * Answers a browser whose form is larger than may be sent: why, and what lifts it. What was typed comes back, to be sent
 * with other files or without; of a form that could not be read, the page links to where it was typed. `null` for a
 * request that is not for a page: a script shows the reason itself.
 */
export function tooLargePage(
  megabytes: number,
  request: Request,
  typed: TypedValues | null,
  https: boolean,
): Response | null {
  if (!/\btext\/html\b/.test(request.headers.get('accept') ?? '')) return null
  const { pathname, search } = new URL(request.url)
  const t = translator(languageOf(pathname))
  const here = pathOnThisSite(pathname + search) ?? '/'
  const isWhole = typed?.files.length && !typed.fields.some(([name]) => isSecret(name))
  const whole = isWhole ? typed : null
  const why = t('common.request.tooLarge', { size: megabytes })
  return pageAlone(
    {
      status: 413,
      title: t('common.request.tooLargeTitle'),
      words: whole ? [why, t('common.request.tooLargeKept')] : [why],
      way: whole
        ? form(here, whole, t('common.away.send'), false)
        : link(pageBefore(request) ?? here, t('common.away.back')),
      headers: { 'cache-control': 'no-store' },
    },
    request,
    https,
  )
}

/**
 * Answers somebody whose form with files was sent without a session, or with one that was not fresh, and who has signed in
 * since: what was typed is there, and the files are asked for by their names. `path`: where the form goes.
 */
export function filesAgainPage(typed: TypedValues, path: string, request: Request, https: boolean): Response {
  const t = translator(languageOf(new URL(request.url).pathname))
  return pageAlone(
    {
      status: 200,
      title: t('common.filesAgain.title'),
      words: [t('common.filesAgain.text')],
      way: form(path, typed, t('common.filesAgain.send')),
      headers: { 'cache-control': 'no-store' },
    },
    request,
    https,
  )
}

type PageAlone = {
  status: number
  title: string
  words: readonly string[]
  /** Where to go on, as HTML. */
  way: string
  headers: Record<string, string>
}

/** A page with the brand that needs nothing but this process. */
function pageAlone({ status, title, words, way, headers }: PageAlone, request: Request, https: boolean): Response {
  const language = languageOf(new URL(request.url).pathname)
  const dark = colourModeOf(request) === 'dark'
  // The brand as the site last had it in memory.
  const brand = brandReadLast(language)
  const colours = (brand?.colour && coloursAt(coloursAddress(brand.colour))) || ''
  const styles = [FACES, colours, STYLE].filter((style) => style !== '')
  const page = `<!doctype html><html lang="${HTML_LANG[language]}"${dark ? ' class="dark"' : ''} data-theme="${dark ? 'dark' : 'light'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(brand ? `${title} - ${brand.name}` : title)}</title><link rel="stylesheet" href="${sheet}"><link rel="icon" href="/favicon.svg" type="image/svg+xml">${styles.map((style) => `<style>${style}</style>`).join('')}</head><body>${brand ? masthead(brand) : ''}<main>${status === 200 ? '' : `<p class="status">${status}</p>`}<h1>${escaped(title)}</h1>${words.map((sentence) => `<p>${escaped(sentence)}</p>`).join('')}${way}</main></body></html>`
  return new Response(page, {
    status,
    headers: new Headers([
      ...securityHeaders({ https, styles: styles.map(styleHash) }),
      ...Object.entries(headers),
      ['content-type', 'text/html; charset=utf-8'],
    ]),
  })
}

const STYLE = `.brand{max-width:42rem;margin-inline:auto;padding:16px 24px 0;font-family:var(--font,system-ui);font-size:20px;font-weight:600;color:var(--text)}.brand img{display:block;width:160px;height:64px;object-fit:contain;object-position:left}html.dark .brand img{padding:8px;border-radius:8px;background:var(--white)}
main{max-width:42rem;margin-inline:auto;padding:12vh 24px 72px;font-family:var(--font,system-ui);color:var(--text)}
.status{color:var(--text-soft)}h1{margin-block:8px 16px}p{margin-block:8px;line-height:26px;color:var(--text-soft)}
form{margin:0}label{display:block;margin-top:16px;color:var(--text)}input[type=file]{display:block;min-height:44px;margin-top:4px;font:inherit;max-width:100%}input::file-selector-button{min-height:44px;margin-right:12px;padding:8px 16px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:var(--link);font:inherit;font-weight:500;cursor:pointer}.go{display:inline-flex;align-items:center;min-height:44px;margin-top:24px;padding:8px 20px;border:0;border-radius:8px;background:var(--button);color:var(--button-text);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}`

/** Shows whose site it is. A browser that was here before has the logo; otherwise the name stands in its place, as its `alt`. */
function masthead({ name, logo }: Brand): string {
  const face = logo ? `<img src="${escaped(logo)}" width="160" height="64" alt="${escaped(name)}">` : escaped(name)
  return `<header class="brand">${face}</header>`
}

function link(path: string, words: string): string {
  return `<a class="go" href="${escaped(path)}">${escaped(words)}</a>`
}

function form(path: string, { fields, files }: TypedValues, words: string, needsFiles = true): string {
  const kept = fields.map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
  // Files with the same field name were chosen together, in one field.
  const chosen = [...Map.groupBy(files, ({ name }) => name)].map(([name, of]) => {
    const named = of.map(({ filename }) => filename).join(', ')
    return `<label>${escaped(named)}<input type="file" name="${escaped(name)}"${needsFiles ? ' required' : ''}${of.length > 1 ? ' multiple' : ''}></label>`
  })
  const kind = files.length > 0 ? ' enctype="multipart/form-data"' : ''
  return `<form method="post" action="${escaped(path)}"${kind}>${kept.join('')}${chosen.join('')}<button class="go">${escaped(words)}</button></form>`
}

/** The page a form was typed on, if it was one of this site. */
function pageBefore(request: Request): string | null {
  const from = URL.parse(request.headers.get('referer') ?? '')
  return from && from.host === new URL(request.url).host ? pathOnThisSite(from.pathname + from.search) : null
}

/** Line breaks are written as character references, because a browser changes bare ones in a value. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
}
