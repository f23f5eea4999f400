import { lastOf } from '#domain/certain.ts'
import { INK } from './ink.ts'
import { PAGE, type Sheet } from './sheet.ts'

const SMALL = { size: 7.5, weight: 400, colour: INK.soft } as const

/** Draws the operator's own logo (PNG), as large as it fits. */
export function drawLogo(
  sheet: Sheet,
  png: Uint8Array,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  sheet.decor((doc) => doc.image(Buffer.from(png), x, y, { fit: [width, height], valign: 'center' }))
}

/** Draws the steering wheel whose spoke is the road of seven days; `size` is its diameter. */
export function drawWheel(sheet: Sheet, x: number, y: number, size: number) {
  const unit = size / 48
  const [middleX, middleY] = [x + 24 * unit, y + 24 * unit]
  sheet.decor((doc) => {
    doc
      .lineCap('round')
      .strokeColor(INK.strong)
      .lineWidth(3.5 * unit)
    doc.circle(middleX, middleY, 22.25 * unit).stroke()
    doc
      .moveTo(middleX, middleY + 5 * unit)
      .lineTo(middleX, middleY + 21 * unit)
      .stroke()
    doc.strokeColor(INK.green).lineWidth(1.6 * unit)
    doc
      .moveTo(middleX - 20 * unit, middleY)
      .lineTo(middleX + 20 * unit, middleY)
      .stroke()
    for (const stop of [-17, -12, -7, 0, 7, 12, 17]) {
      doc.circle(middleX + stop * unit, middleY, (stop === 0 ? 4.7 : 2.1) * unit).fill(INK.green)
    }
  })
}

/**
 * Draws the week as a road: it comes from the left edge of the page, stops seven times and leaves at the right. The
 * labels are decoration; the week is in the text above.
 */
export function drawRoad(sheet: Sheet, y: number, days: readonly string[]) {
  const step = (PAGE.width - 2 * PAGE.margin) / days.length
  const stops = days.map((_, index) => PAGE.margin + 5 + index * step)
  sheet.line({ x: 0, y }, { x: lastOf(stops), y }, INK.green, 1.25)
  sheet.line({ x: lastOf(stops), y }, { x: PAGE.width, y }, INK.line, 1.25)
  sheet.decor((doc) => {
    for (const x of stops) doc.circle(x, y, 3.4).fill(INK.green)
    for (const [index, day] of days.entries()) {
      sheet.ornament(day, SMALL, { x: stops[index]! - 5, y: y + 8, width: step })
    }
  })
}
