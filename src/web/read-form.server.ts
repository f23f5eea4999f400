import { AsyncLocalStorage } from 'node:async_hooks'
import { data } from 'react-router'
import { FILES_MEGABYTES } from '#domain/uploads.ts'
import { boundaryOf, partsOf } from '#platform/multipart.ts'

/** The most fields of a form; no form of this site has more. Each field costs time, and very many cost more than their sum. */
const MAX_FIELDS = 10_000

const PLAIN_FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** Bytes of the largest form without files. */
export const LARGEST_FORM = 1024 * 1024

/**
 * Invisible characters that change what others see: control characters except tab and line ends, which a terminal obeys,
 * and marks that reverse the direction of the text around them. They come along when text is copied.
 */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** The form that was read for a request: if the request comes to nothing, its values go back to the page. */
export type FormRead = { form: FormData | null }
const formOfRequest = new AsyncLocalStorage<FormRead>()

/** The form that was read for this request so far. */
export function formReadHere(): FormRead {
  return formOfRequest.getStore() ?? { form: null }
}

export function keepingForm<Result>(formRead: FormRead, act: () => Result): Result {
  return formOfRequest.run(formRead, act)
}

/** The values typed into a form, and the names of its chosen files, which no page can give back. */
export type TypedValues = { fields: [string, string][]; files: { name: string; filename: string }[] }

/**
 * The values of a form that could not be carried out: of a plain form from the copy `sent`, of one with files from what was
 * read or still arrives; no file is kept in memory. `null` for a request without a form, and for a form with too many fields.
 */
export async function typedIn(request: Request, sent: Request | null, formRead: FormRead): Promise<TypedValues | null> {
  if (sent) {
    const fields = fieldsOf(await sent.text())
    return fields && { fields: [...fields], files: [] }
  }
  const boundary = boundaryOf(request.headers.get('content-type'))
  if (request.method !== 'POST' || boundary === null) return null
  if (formRead.form) return typedOf([...formRead.form])
  if (Number(request.headers.get('content-length')) > LARGEST_AGAIN) return null
  return typedBeside(request)
}

/**
 * The values of a form beside its files, read as it arrives; no file is kept in memory. `null` for what is no form, and
 * for one with more words than a person types.
 */
export async function typedBeside(request: Request): Promise<TypedValues | null> {
  const boundary = boundaryOf(request.headers.get('content-type'))
  if (boundary === null || !request.body || request.bodyUsed) return null
  const form: [string, string | File][] = []
  let words = 0
  try {
    for await (const { name, filename, pieces } of partsOf(request.body, boundary)) {
      if (form.length === MAX_FIELDS) return null
      const bytes: Uint8Array[] = []
      let size = 0
      for await (const piece of pieces) {
        size += piece.byteLength
        if (filename !== null) continue
        words += piece.byteLength
        if (words > MOST_WORDS) return null
        bytes.push(piece.slice())
      }
      form.push([
        name,
        filename === null ? Buffer.concat(bytes).toString('utf8') : new File(size ? ['.'] : [], filename),
      ])
    }
  } catch {
    return null
  }
  return typedOf(form)
}

/**
 * Bytes of the largest form with files that is read although it came to nothing; a larger one is a delivery of files,
 * in which nobody types.
 */
const LARGEST_AGAIN = (FILES_MEGABYTES + 1) * 1024 * 1024
/** Bytes. What people type beside files is far less. */
const MOST_WORDS = 1024 * 1024

function typedOf(form: readonly (readonly [string, string | File])[]): TypedValues {
  return {
    fields: form.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    files: form.flatMap(([name, value]) =>
      typeof value === 'string' || value.size === 0 ? [] : [{ name, filename: value.name }],
    ),
  }
}

/**
 * The fields of a form, without invisible characters. Answers a page with status 400 if the body is no form, or if a field
 * has a NUL, which no keyboard makes and no database stores; with status 413 if the form has too many fields, which are
 * counted before they are read.
 */
export async function readForm(request: Request): Promise<FormData> {
  const boundary = boundaryOf(request.headers.get('content-type'))
  const sent = boundary && request.body ? await partsSent(request.body, boundary) : await fieldsSent(request)
  const seen = new FormData()
  for (const [name, value] of sent) {
    if (name.includes('\0') || (typeof value === 'string' && value.includes('\0'))) throw unreadableForm()
    seen.append(name, typeof value === 'string' && !isSecret(name) ? value.replace(UNSEEN, '') : value)
  }
  const formRead = formOfRequest.getStore()
  if (formRead) formRead.form = seen
  return seen
}

async function fieldsSent(request: Request): Promise<URLSearchParams> {
  if (!PLAIN_FORM.test(request.headers.get('content-type') ?? '')) throw unreadableForm()
  const text = await request.text().catch(() => {
    throw unreadableForm()
  })
  return fieldsOf(text) ?? tooManyFields()
}

/** The fields of a plain form; `null` if it has too many. */
export function fieldsOf(text: string): URLSearchParams | null {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) if (++fields > MAX_FIELDS) return null
  // Replace every `+` in one pass: the parser would copy the rest of the text for each.
  return new URLSearchParams(text.replaceAll('+', '%20'))
}

async function partsSent(body: AsyncIterable<Uint8Array>, boundary: string): Promise<FormData> {
  const form = new FormData()
  let fields = 0
  try {
    for await (const { name, filename, pieces } of partsOf(body, boundary)) {
      if (++fields > MAX_FIELDS) break
      const bytes: Uint8Array<ArrayBuffer>[] = []
      for await (const piece of pieces) bytes.push(piece.slice())
      if (filename === null) form.append(name, Buffer.concat(bytes).toString('utf8'))
      else form.append(name, new File(bytes, filename))
    }
  } catch {
    // The body is cut off or no form: there is nothing to act on.
    throw unreadableForm()
  }
  return fields > MAX_FIELDS ? tooManyFields() : form
}

/** Throws a page of status 413, for more fields than any form of this site sends. */
export function tooManyFields(): never {
  throw data({ code: 'form.too-many-fields', params: {} }, 413)
}

/** A page of status 400, for a body that should have been a form. */
export function unreadableForm() {
  return data({ code: 'field.invalid', params: {} }, 400)
}

/** Whether a field holds a secret (a password, a code, a token): it is taken exactly as typed and never sent back to the page. */
export function isSecret(name: string): boolean {
  return /password|code|secret|token|signingkey/i.test(name)
}
