import { boundaryOf, FormUnreadable, partsOf } from '#platform/multipart.ts'
import { readForm, tooManyFields, unreadableForm } from './read-form.server.ts'

/** The most parts, and bytes of a field, in a form of this site. */
const MAX_SIZES = { parts: 1_000, field: 10_000 } as const

/** A file of a form while it arrives. If none was chosen, browsers send one without name and bytes. */
export type FilePart = { name: string; filename: string; pieces: AsyncIterable<Uint8Array> }

/**
 * Reads a form while it arrives: its fields go into `form`, and each file to `take`, which need not keep it in memory. Answers a page of
 * status 400 if it is no form.
 */
export async function eachPart(
  request: Request,
  form: FormData,
  take: (file: FilePart) => Promise<void>,
): Promise<void> {
  const boundary = boundaryOf(request.headers.get('content-type'))
  // A form without files is read like any other.
  if (!boundary || !request.body) return (await readForm(request)).forEach((value, name) => form.append(name, value))
  let parts = 0
  try {
    for await (const { name, filename, pieces } of partsOf(request.body, boundary)) {
      if (++parts > MAX_SIZES.parts) tooManyFields()
      if (filename === null) form.append(name, await textOf(pieces))
      else await take({ name, filename, pieces })
    }
  } catch (error) {
    throw error instanceof FormUnreadable ? unreadableForm() : error
  }
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.byteLength
    if (size > MAX_SIZES.field) throw new FormUnreadable('A field is too long.')
    all.push(piece.slice())
  }
  const text = Buffer.concat(all).toString('utf8')
  if (text.includes('\0')) throw new FormUnreadable('A field holds a NUL.')
  return text
}

/** A file name without folders and control characters, and without half a surrogate pair, since it is shown, stored and sent in headers. */
export function plainName(name: string): string {
  return name
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 255)
    .toWellFormed()
}
