import type { BrowserContextOptions } from 'playwright-core'
import { DESKTOP, type Site, person } from './site.ts'

type Credentials = { email: string; password: string }
type Cookie = { name: string; value: string; url: string; httpOnly: boolean; secure: boolean; sameSite: 'Lax' }

/** The session cookies that each site gave to each person: a password is deliberately slow, so a person signs in once. */
const given = new WeakMap<Site, Map<string, Promise<Cookie[]>>>()

/** Keeps the session that an answer gives to somebody: their later browsers start with it. */
export function keepSession(site: Site, email: string, answer: Response): void {
  given.set(site, (given.get(site) ?? new Map()).set(email, Promise.resolve(cookiesOf(answer))))
}

/**
 * A person whose browser is signed in before it opens anything, for tests that are not about signing in. Pages and
 * persons share a session; a test that ends its session, or changes it in a way that others would see, takes its own
 * (`own`).
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

/** Sends the form of the sign-in page, as its button does. */
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

/** The cookies that a browser keeps from an answer. */
function cookiesOf(answer: Response): Cookie[] {
  const lines = answer.headers.getSetCookie().map((line) => line.split('; '))
  const cookies = lines.map(([pair = '', ...attributes]): Cookie => {
    const [name, ...value] = pair.split('=')
    const secure = attributes.includes('Secure')
    // On localhost a browser accepts cookies that are for TLS alone over plain HTTP; a cookie that is handed over needs
    // the scheme.
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
