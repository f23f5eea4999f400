/** Milliseconds after which a page that does not come is given up. */
const PATIENCE = 20_000

/**
 * A page of this site, read but not shown; rejects what is none. By XMLHttpRequest, which makes a document of it without
 * any script in it running: `innerHTML` and `DOMParser` take nothing under `trusted-types 'none'`.
 */
export function bring(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', address)
    request.responseType = 'document'
    request.timeout = PATIENCE
    request.addEventListener('loadend', () => {
      if (request.status === 200 && request.responseXML) resolve(request.responseXML)
      else reject(new Error(`${address}: ${request.status}`, { cause: request.status }))
    })
    request.send()
  })
}
