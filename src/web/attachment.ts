/** Bytes that come piece by piece. */
type Coming = { byteLength: number; body: ReadableStream<Uint8Array> }

/** A file as an answer: saved under its name, or shown by the browser with `inline`. Never kept by caches on the way. */
export function attachment(
  name: string,
  bytes: Uint8Array | Coming,
  type: string,
  show: 'attachment' | 'inline' = 'attachment',
): Response {
  return new Response('body' in bytes ? bytes.body : new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-length': String(bytes.byteLength),
      'content-disposition': `${show}; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
    },
  })
}

/** What is sent piece by piece while it is read. A reader who goes away half-way ends the reading, and nothing else. */
export function sentWhileRead(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (stream) => {
      const { value, done } = await parts.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: async () => void (await parts.return(null)),
  })
}
