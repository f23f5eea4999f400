/** Somebody sees the page: not where a program asks whether it is there, or fetches it ahead. */
export function isRead({ method, headers: sent }: Request): boolean {
  return method === 'GET' && !/prefetch|prerender/i.test(`${sent.get('sec-purpose')} ${sent.get('purpose')}`)
}
