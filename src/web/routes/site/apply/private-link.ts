import { Refusal } from '#domain/refusal.ts'

const CODE = /^[\w-]{43}$/

/** The code of a private link. Refuses `application.unknown` for what can't be one. */
export function codeOf(url: URL): string {
  const code = url.searchParams.get('code') ?? ''
  if (!CODE.test(code)) throw new Refusal('application.unknown')
  return code
}

/** A page of the application behind a code, by its Portuguese path. */
export function pageOf(page: string, code: string, more = ''): string {
  return `/signup/${page}?code=${code}${more}`
}
