import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { siteAddress } from '#web/site-address.server.ts'

/** Days for which the contact is valid (RFC 9116 asks for less than a year). */
const HOLDS_DAYS = 180

/** Whom to tell about a security hole in the site (RFC 9116); empty until the operator has said who it is. */
export const loader = async () => {
  const { isSet, email } = await rememberedBrand('pt')
  if (!isSet) throw new Response(null, { status: 404 })
  const until = Temporal.Now.zonedDateTimeISO('UTC').startOfDay().add({ days: HOLDS_DAYS }).toInstant()
  const lines = [
    `Contact: ${email ? `mailto:${email}` : `${siteAddress()}/contact`}`,
    `Expires: ${until.toString()}`,
    'Preferred-Languages: pt, en',
    `Canonical: ${siteAddress()}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
