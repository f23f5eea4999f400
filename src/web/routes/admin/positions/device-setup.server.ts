import { encode } from 'uqr'
import type { DeviceKind } from '#features/positions/devices/schema.ts'
import { siteAddress } from '#web/site-address.server.ts'

/** The data that a page shows once about a new device. */
export type Setup = {
  kind: DeviceKind
  token: string | null
  address: string
  link: string | null
  picture: boolean[][] | null
}

/** A position every half minute, or every 50 metres: a day of driving has some thousand of them. */
const HOW = { interval: '30', distance: '50', accuracy: 'high', buffer: 'true' }

/** The settings of a device with this token. Traccar Client takes them from a link of its own. */
export function setupOf(kind: DeviceKind, token: string | null): Setup {
  const address = `${siteAddress()}/api/positions`
  const query = kind === 'phone' && token !== null ? new URLSearchParams({ url: address, id: token, ...HOW }) : null
  const link = query && `org.traccar.client://config?${query}`
  return { kind, token, address, link, picture: link === null ? null : encode(link, { ecc: 'L', border: 0 }).data }
}
