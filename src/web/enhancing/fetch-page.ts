/** Milliseconds after which a page that does not arrive is given up. */
const TIMEOUT_MS = 20_000

/** Fetches a page of this site without showing it; rejects if the answer is none. */
export async function fetchPage(address: string): Promise<Document> {
  const { status, page } = await requestPage('GET', address)
  if (status === 200 && page) return page
  throw new Error(`${address}: ${status}`, { cause: status })
}

/**
 * The page that answers, whatever it says. By XMLHttpRequest, which makes a document of it without any script in it running:
 * `innerHTML` and `DOMParser` take nothing under `trusted-types 'none'`.
 */
export function requestPage(
  method: 'GET' | 'POST',
  address: string,
  sent: FormData | URLSearchParams | null = null,
): Promise<{ status: number; page: Document | null }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    request.responseType = 'document'
    // Once a form is sent there is no time limit: nobody can tell how much of it arrived.
    if (!sent) request.timeout = TIMEOUT_MS
    request.addEventListener('loadend', () => resolve({ status: request.status, page: request.responseXML }))
    request.send(sent)
  })
}
