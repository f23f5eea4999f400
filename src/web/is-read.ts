/** Whether somebody sees the page: not when the browser fetches it ahead, or a program only asks whether it is there. */
export function isRead({ method, headers: sent }: Request): boolean {
  return method === 'GET' && !/prefetch|prerender/i.test(`${sent.get('sec-purpose')} ${sent.get('purpose')}`)
}
