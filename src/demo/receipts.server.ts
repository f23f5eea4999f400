import { Resvg } from '@resvg/resvg-js'
import type { OwnDriverId } from '#domain/access.ts'
import { type Week, bounds, sunday } from '#domain/week.ts'
import { markWithoutPaper, sendReceipt } from '#features/payments/green-receipts/commands.server.ts'
import { findDue, listMissing } from '#features/payments/green-receipts/queries.server.ts'
import { portalDescription } from '#messages/portal-words.ts'
import { makeChange } from './change.server.ts'
import { COMPANY } from './fleet.ts'
import { portalPaper } from './portal-paper.ts'

/** Number of newest weeks whose receipts drivers sent; for earlier weeks the office marked receipts that came by mail. */
const WEEKS_OF_PAPERS = 3
/** Drivers in the newest week: one has not sent the receipt yet, one mistyped the amount, one sent a photo. */
const LATE = 'M1'
const MISTYPED = 'M11'
const PHOTOGRAPHED = 'M3'

/** Sends the drivers' receipts of a week, on the Tuesday after its approval; `weeksAgo`: weeks before the newest. */
export async function receiveReceipts(week: Week, weeksAgo: number): Promise<void> {
  const at = bounds(week).end.add({ hours: 35 })
  const due = (await listMissing(at)).filter((receipt) => receipt.week === week)
  if (weeksAgo >= WEEKS_OF_PAPERS) {
    const settlements = due.map(({ settlementId }) => settlementId)
    if (settlements.length > 0) await makeChange('receipt.mark', at, (change) => markWithoutPaper(change, settlements))
    return
  }
  for (const [place, { driver, value }] of due.entries()) {
    const askedValue = (await findDue(driver.id, week))?.expected
    const isLate = weeksAgo === 0 && driver.ref === LATE
    if (!askedValue?.driverNif || !askedValue.companyNif || isLate) continue
    // No two of these weeks share a number, wherever a driver stands in them.
    const number = 40 + place * WEEKS_OF_PAPERS - weeksAgo
    const isPhoto = weeksAgo === 0 && driver.ref === PHOTOGRAPHED
    const slip = weeksAgo === 0 && driver.ref === MISTYPED ? 100_00 : 0
    const bytes = isPhoto
      ? photo()
      : await portalPaper({
          number,
          value: value + slip,
          description: portalDescription(week),
          ...askedValue.agreed,
          issuer: { nif: askedValue.driverNif, name: driver.name },
          acquirer: { nif: askedValue.companyNif, name: COMPANY.name },
          suppliedOn: sunday(week).toString(),
          issuedOn: sunday(week).add({ days: 2 }).toString(),
        })
    const paper = new File([new Uint8Array(bytes)], isPhoto ? 'recibo.png' : `FR_ATSIRE01FR_${number}.pdf`)
    // Here the demonstration speaks for the driver.
    const own = { driver: driver.id as OwnDriverId, week }
    await makeChange('receipt.send', at.add({ minutes: number }), (change) =>
      sendReceipt(change, own, { paper, code: '' }),
    )
  }
}

/** Draws a sheet of paper on a dark table, as a photo without readable text. */
export function photo(): Uint8Array {
  const lines = Array.from(
    { length: 12 },
    (_, at) => `<rect x="120" y="${120 + at * 40}" width="${380 - (at % 4) * 60}" height="10" fill="#555"/>`,
  )
  const sheet = `<rect x="70" y="60" width="500" height="680" fill="#f4f1ea" transform="rotate(-2 320 400)"/>`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="800"><rect width="640" height="800" fill="#3b3632"/>${sheet}${lines.join('')}</svg>`
  return new Uint8Array(new Resvg(picture).render().asPng())
}
