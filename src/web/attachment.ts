/** Bytes that come piece by piece, their number known beforehand. */
type SizedStream = { byteLength: number; body: ReadableStream<Uint8Array> }

/**
 * A file as an answer: saved under its name, with the ending of its media type, or shown by the browser with `inline`. Caches on the way
 * never keep it. A file made while it is sent has no length yet.
 */
export function attachment(
  named: string,
  bytes: Uint8Array | SizedStream | AsyncGenerator<Uint8Array>,
  type: string,
  show: 'attachment' | 'inline' = 'attachment',
): Response {
  const name = savedName(named, type)
  return new Response(bodyOf(bytes), {
    headers: {
      'content-type': type,
      ...('byteLength' in bytes ? { 'content-length': String(bytes.byteLength) } : {}),
      'content-disposition': `${show}; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
    },
  })
}

function bodyOf(
  bytes: Uint8Array | SizedStream | AsyncGenerator<Uint8Array>,
): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  if ('body' in bytes) return bytes.body
  return 'byteLength' in bytes ? new Uint8Array(bytes) : sentWhileRead(bytes)
}

/** Sends a file piece by piece while it is read. A reader who leaves half-way ends the reading and nothing else. */
function sentWhileRead(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (stream) => {
      const { value, done } = await parts.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: async () => void (await parts.return(null)),
  })
}

/** Files from strangers are kept as one of these two types. A name that has none of the endings gets the first one. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
}
/** Invisible characters, and marks that reverse the text around them: with them a name would read as another one. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * The name under which somebody's file is handed on. It ends in what the file really is, because a computer opens a file by its
 * name: a redrawn picture is no PNG any more, and a PDF called `carta.hta` would be opened as a program.
 */
function savedName(name: string, mediaType: string): string {
  const seen = name.replaceAll(UNSEEN, '_')
  const endings = ENDINGS[mediaType]
  const [, bare = seen, ending = ''] = /^(.+)\.([^.]*)$/.exec(seen) ?? []
  if (!endings || endings.includes(ending.toLowerCase())) return seen
  const isPicture = mediaType === 'image/jpeg' && /^(?:png|webp)$/i.test(ending)
  return `${isPicture ? bare : seen}.${String(endings[0])}`
}

/** The media types of a list as a file. */
export const LIST_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
