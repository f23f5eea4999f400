import { AsyncLocalStorage } from 'node:async_hooks'
import { data } from 'react-router'
import { boundaryOf, partsOf } from '#platform/multipart.ts'

/** More fields than any form of this site sends; each costs time, and a great many of them more than their sum. */
const MOST_FIELDS = 10_000

const PLAIN_FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

/**
 * Letters that nobody sees and that change what others see: control letters but tab and line ends, which a terminal obeys,
 * and marks that turn the direction of what stands around them. They come along when text is copied.
 */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** The form that was read on the way to an answer: where nothing comes of it, what was typed goes back. */
export type FormRead = { form: FormData | null }
const formOfRequest = new AsyncLocalStorage<FormRead>()

export function keepingForm<Result>(formRead: FormRead, act: () => Result): Result {
  return formOfRequest.run(formRead, act)
}

/** What was typed into a form, and the names of the files chosen, which no page gives back. */
export type Typed = { fields: [string, string][]; files: { name: string; filename: string }[] }

/**
 * What a form said that came to nothing: of fields alone by the copy that was `sent` aside, of one with files by what was
 * read of it, or by what still comes in; nothing of a file is held. `null` for what is no form, and for one of too many fields.
 */
export async function typedIn(request: Request, sent: Request | null, formRead: FormRead): Promise<Typed | null> {
  if (sent) {
    const fields = fieldsOf(await sent.text())
    return fields && { fields: [...fields], files: [] }
  }
  const boundary = boundaryOf(request.headers.get('content-type'))
  if (request.method !== 'POST' || boundary === null) return null
  if (formRead.form) return typedOf([...formRead.form])
  if (!request.body || request.bodyUsed || Number(request.headers.get('content-length')) > LARGEST_AGAIN) return null
  const form: [string, string | File][] = []
  try {
    for await (const { name, filename, pieces } of partsOf(request.body, boundary)) {
      if (form.length === MOST_FIELDS) return null
      const bytes: Uint8Array[] = []
      let size = 0
      for await (const piece of pieces) {
        size += piece.byteLength
        if (filename === null) bytes.push(piece.slice())
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

/** Bytes of a form with files that is read although nothing comes of it: more is a delivery, in which nobody types. */
const LARGEST_AGAIN = 11 * 1024 * 1024

function typedOf(form: readonly (readonly [string, string | File])[]): Typed {
  return {
    fields: form.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    files: form.flatMap(([name, value]) =>
      typeof value === 'string' || value.size === 0 ? [] : [{ name, filename: value.name }],
    ),
  }
}

/**
 * The fields of a form that was sent, without what nobody could see of them. What is no form is refused as a page of status
 * 400, and so is a NUL in a field, which no keyboard makes and no database keeps. A form of too many fields, plain or in
 * parts, is one of 413: they are counted before they are read.
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

/** The fields of a plain form; `null` of more than are read. */
export function fieldsOf(text: string): URLSearchParams | null {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) if (++fields > MOST_FIELDS) return null
  // What stands for a space is taken in one pass: the reader itself goes through all that follows for each.
  return new URLSearchParams(text.replaceAll('+', '%20'))
}

async function partsSent(body: AsyncIterable<Uint8Array>, boundary: string): Promise<FormData> {
  const form = new FormData()
  let fields = 0
  try {
    for await (const { name, filename, pieces } of partsOf(body, boundary)) {
      if (++fields > MOST_FIELDS) break
      const bytes: Uint8Array<ArrayBuffer>[] = []
      for await (const piece of pieces) bytes.push(piece.slice())
      if (filename === null) form.append(name, Buffer.concat(bytes).toString('utf8'))
      else form.append(name, new File(bytes, filename))
    }
  } catch {
    // Cut off, or no form: either way nothing that could be acted on.
    throw unreadableForm()
  }
  return fields > MOST_FIELDS ? tooManyFields() : form
}

/** What is thrown where more came than any form of this site sends: a page of status 413. */
export function tooManyFields(): never {
  throw data({ code: 'form.too-many-fields', params: {} }, 413)
}

/** What is thrown where a form should have come: a page of status 400. */
export function unreadableForm() {
  return data({ code: 'field.invalid', params: {} }, 400)
}

/** Passwords, codes and what opens an account elsewhere are taken as they are, and never sent back to the page. */
export function isSecret(name: string): boolean {
  return /password|code|secret|token|signingkey/i.test(name)
}
