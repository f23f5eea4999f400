/** One part of a form that is sent as `multipart/form-data` (RFC 7578): a field, or a file where it has a file's name. */
export type Part = { name: string; filename: string | null; pieces: AsyncIterable<Uint8Array> }

/** Thrown for a body that is no form: it ends early, or a part lacks its description. */
export class FormUnreadable extends Error {
  override readonly name = 'FormUnreadable'
}

/** Longest head of a part, in bytes: a usual one is a line or two. */
const MAX_HEAD_BYTES = 8_192

/** Reads the boundary between the parts from the header `Content-Type`; `null` where it is no such form. */
export function boundaryOf(contentType: string | null): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? []
  return quoted ?? plain ?? null
}

/**
 * Answers the parts of a form while it comes in, one after the other: it holds only the current piece, however long a
 * file is. The caller need not read a part to its end. Throws `FormUnreadable`.
 */
export async function* partsOf(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const incoming = body[Symbol.asyncIterator]()
  const end = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line end before it: add one, so that it is found like the others.
  let waiting: Buffer = Buffer.from('\r\n')

  const takeMore = async () => {
    const { done, value } = await incoming.next()
    if (done) throw new FormUnreadable('The form ends before its last boundary.')
    const more = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    waiting = waiting.length === 0 ? more : Buffer.concat([waiting, more])
  }
  /** Answers everything up to the next boundary, and takes the boundary too. */
  async function* upToBoundary(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = waiting.indexOf(end)
      const ready = at === -1 ? Math.max(0, waiting.length - end.length + 1) : at
      const piece = waiting.subarray(0, ready)
      waiting = waiting.subarray(at === -1 ? ready : at + end.length)
      if (piece.length > 0) yield piece
      if (at !== -1) return
      await takeMore()
    }
  }
  const headAt = async () => {
    for (;;) {
      const at = waiting.indexOf('\r\n\r\n')
      if (at !== -1) return at
      if (waiting.length > MAX_HEAD_BYTES) throw new FormUnreadable('A part has no head.')
      await takeMore()
    }
  }

  for await (const _ of upToBoundary());
  for (;;) {
    while (waiting.length < 2) await takeMore()
    if (waiting.subarray(0, 2).toString('latin1') === '--') return
    const at = await headAt()
    const head = waiting.subarray(0, at).toString('utf8')
    waiting = waiting.subarray(at + 4)
    let isTaken = false
    const inside = upToBoundary()
    const pieces = (async function* () {
      for await (const piece of { [Symbol.asyncIterator]: () => ({ next: () => inside.next() }) }) yield piece
      isTaken = true
    })()
    yield { ...namesIn(head), pieces }
    if (!isTaken) for await (const _ of inside);
  }
}

function namesIn(head: string): { name: string; filename: string | null } {
  const disposition = /^\r?\n?content-disposition:\s*form-data\s*(;.*)$/im.exec(head)?.[1]
  const name = disposition && /;\s*name="([^"]*)"/i.exec(disposition)?.[1]
  if (disposition === undefined || name === undefined) throw new FormUnreadable('A part has no name.')
  const filename = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? null
  return { name: unescapeName(name), filename: filename === null ? null : unescapeName(filename) }
}

/** Decodes the signs that would end a name, as browsers encode them. */
function unescapeName(text: string): string {
  return text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}
