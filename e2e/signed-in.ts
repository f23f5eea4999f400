import type { BrowserContextOptions } from 'playwright-core'
import { DESKTOP, type Site, person } from './site.ts'

type Credentials = { email: string; password: string }
type Cookie = { name: string; value: string; url: string; httpOnly: boolean; secure: boolean; sameSite: 'Lax' }

/** What each site gave to whom: a password is deliberately slow, so it is asked for once. */
const given = new WeakMap<Site, Map<string, Promise<Cookie[]>>>()

/** Keeps what an answer that starts a session gives to somebody: their browsers begin with it. */
export function keepSession(site: Site, email: string, answer: Response): void {
  given.set(site, (given.get(site) ?? new Map()).set(email, Promise.resolve(cookiesOf(answer))))
}

/**
 * A person whose browser is signed in before it opens anything, where signing in is not the subject. Pages and persons
 * share a session; whoever ends theirs, or does something with it that others would see, takes one of their own (`own`).
 */
export async function signedIn(
  site: Site,
  who: Credentials,
  options: BrowserContextOptions = DESKTOP,
  session: 'shared' | 'own' = 'shared',
) {
  const opened = await person(site, options)
  await opened.context.addCookies(await (session === 'own' ? sendForm(site, who) : shared(site, who)))
  return opened
}

function shared(site: Site, who: Credentials): Promise<Cookie[]> {
  const known = given.get(site) ?? new Map<string, Promise<Cookie[]>>()
  given.set(site, known)
  const session = known.get(who.email) ?? sendForm(site, who)
  known.set(who.email, session)
  return session
}

/** The form of the sign-in page, as its button sends it. */
async function sendForm(site: Site, { email, password }: Credentials): Promise<Cookie[]> {
  const answer = await fetch(`${site.url}/login`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`${email} is not let in: ${answer.status}`)
  return cookiesOf(answer)
}

/** What a browser keeps of an answer. */
function cookiesOf(answer: Response): Cookie[] {
  const lines = answer.headers.getSetCookie().map((line) => line.split('; '))
  const cookies = lines.map(([pair = '', ...attributes]): Cookie => {
    const [name, ...value] = pair.split('=')
    const secure = attributes.includes('Secure')
    // From this machine itself a browser takes over plain HTTP what is for TLS alone; whoever hands it a cookie names the scheme.
    const url = secure ? 'https://localhost' : 'http://localhost'
    return {
      name: name!,
      value: value.join('='),
      url,
      httpOnly: attributes.includes('HttpOnly'),
      secure,
      sameSite: 'Lax',
    }
  })
  return cookies.filter(({ value }) => value !== '')
}
