import { CHECKS } from '#domain/inspection.ts'
import { showPlate } from '#domain/identifiers.ts'
import { INK } from '#integrations/pdf/ink.ts'
import { INNER, PAGE, Sheet, type Style } from '#integrations/pdf/sheet.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import type { InspectionView } from './schema.ts'

/** An inspection with its pictures: photos by their side, and signatures by who signed; a typed name has no picture. */
export type InspectionPaper = {
  inspection: InspectionView
  company: { name: string; nipc: string | null } | null
  photos: ReadonlyMap<string, Uint8Array>
  signatures: { office: Uint8Array | null; driver: Uint8Array | null }
}

const BOX = { x: PAGE.margin, width: INNER }
const TITLE: Style = { size: 18, weight: 600, colour: INK.strong, tracking: -0.01, lead: 24 }
const HEADING: Style = { size: 11, weight: 600, colour: INK.strong, lead: 16 }
const LABEL: Style = { size: 8.5, weight: 400, colour: INK.soft, lead: 12 }
const VALUE: Style = { size: 10, weight: 500, colour: INK.strong, figures: true, lead: 14 }
const TEXT: Style = { size: 9.5, weight: 400, colour: INK.body, lead: 14 }
const NAMES = 150
const GAP = 12
const IN_A_ROW = 3
const SHOT = { width: (INNER - 2 * GAP) / 3, height: 112, caption: 20 }
const SIGNATURE = { width: (INNER - GAP) / 2, height: 64 }
/** The size of the car's drawing: half as high as wide. */
const CAR = { width: 300, height: 150 }

/**
 * Draws a hand-over, a return or a check of a car, with everything that was seen, noted and signed, for the people
 * who gave and took the car.
 */
export function renderInspection({ inspection, company, photos, signatures }: InspectionPaper, t: Translator) {
  const { kind, vehicle, at, receivedAt, damages } = inspection
  const title = `${t(`page.inspections.kinds.${kind}`)}: ${showPlate(vehicle.plate)}`
  const sheet = new Sheet({
    title,
    author: company?.name ?? '',
    language: t.language === 'pt' ? 'pt-PT' : 'en',
    createdAt: Temporal.Instant.from(receivedAt),
  })
  sheet.y += sheet.write('H1', title, TITLE, { ...BOX, y: sheet.y })
  const by = [company?.name, company?.nipc, formatInstant(at, t.language)].filter(Boolean).join(' · ')
  sheet.y += sheet.write('P', by, TEXT, { ...BOX, y: sheet.y }) + 6
  writeFacts(sheet, inspection, t)

  heading(sheet, t('page.inspections.one.damages'), CAR.height)
  if (damages.length === 0) sheet.y += sheet.write('P', t('page.inspections.one.none'), TEXT, { ...BOX, y: sheet.y })
  else writeDamages(sheet, damages, t)

  if (inspection.photos.length > 0) {
    heading(sheet, t('page.inspections.form.photos'), SHOT.height + SHOT.caption)
    writePhotos(sheet, inspection.photos, photos, t)
  }
  heading(sheet, t('page.inspections.form.signatures'), SIGNATURE.height + 40)
  writeSignatures(sheet, inspection, signatures, t)
  const foot = t('page.inspections.paper.foot', { at: formatInstant(receivedAt, t.language), id: inspection.id })
  return sheet.close((page, pages) =>
    sheet.decor(() => sheet.ornament(`${foot} · ${page}/${pages}`, LABEL, { ...BOX, y: PAGE.height - 44 })),
  )
}

function heading(sheet: Sheet, title: string, room: number): void {
  sheet.keep(room + 40)
  sheet.y += 16
  sheet.y += sheet.write('H2', title, HEADING, { ...BOX, y: sheet.y }) + 4
}

function writeFacts(sheet: Sheet, inspection: InspectionView, t: Translator): void {
  const { driver, kilometres, energy, checklist, notes, doubts } = inspection
  const named = (checks: readonly (typeof CHECKS)[number][]) =>
    checks.map((check) => t(`page.inspections.checks.${check}`)).join(', ')
  // An empty checklist does not mean that nothing was in the car.
  const isTicked = checklist.length > 0
  const rows = [
    [t('page.inspections.one.driver'), driver?.name],
    [t('page.inspections.one.kilometres'), `${formatNumber(kilometres, t.language)} km`],
    [t('page.inspections.one.energy'), energy === null ? null : `${energy} %`],
    [t('page.inspections.one.checklist'), isTicked ? named(checklist) : t('page.inspections.one.unticked')],
    [t('page.inspections.one.lacking'), isTicked ? named(CHECKS.filter((check) => !checklist.includes(check))) : ''],
    [t('page.inspections.one.notes'), notes],
    [t('page.inspections.paper.doubts'), doubts.map((doubt) => t(`page.inspections.one.doubts.${doubt}`)).join(' ')],
  ] as const
  sheet.inside('Table', () => {
    for (const [name, value] of rows) if (value) writeRow(sheet, name, value)
  })
}

function writeRow(sheet: Sheet, name: string, value: string): void {
  sheet.keep(sheet.heightOf(value, VALUE, INNER - NAMES) + 10)
  sheet.line({ x: PAGE.margin, y: sheet.y }, { x: PAGE.width - PAGE.margin, y: sheet.y }, INK.hair, 0.5)
  sheet.y += 4
  let height = 0
  sheet.inside('TR', () => {
    sheet.write('TH', name, LABEL, { x: PAGE.margin, width: NAMES, y: sheet.y + 1 }, 'Row')
    height = sheet.write('TD', value, VALUE, { x: PAGE.margin + NAMES, width: INNER - NAMES, y: sheet.y })
  })
  sheet.y += height + 4
}

/** Marks each damage on a drawing of the car, and lists the damages. */
function writeDamages(sheet: Sheet, damages: InspectionView['damages'], t: Translator): void {
  const top = sheet.y + 4
  const at = (x: number, y: number) => [PAGE.margin + (x / 1_000) * CAR.width, top + (y / 1_000) * CAR.height] as const
  sheet.decor((doc) => {
    doc.roundedRect(...at(52, 130), 0.9 * CAR.width, 0.74 * CAR.height, 28)
    doc.lineWidth(1).strokeColor(INK.soft).stroke()
    for (const x of [330, 710])
      doc
        .moveTo(...at(x, 210))
        .lineTo(...at(x, 790))
        .strokeColor(INK.hair)
        .stroke()
    for (const { x, y, isNew } of damages)
      doc
        .circle(...at(x, y), 7)
        .fillColor(isNew ? INK.strong : INK.soft)
        .fill()
    for (const [index, { x, y }] of damages.entries()) {
      const [left, middle] = at(x, y)
      const label = String(index + 1)
      sheet.ornament(label, MARK, { x: left - sheet.widthOf(label, MARK) / 2, y: middle - 5, width: 20 })
    }
  })
  sheet.y = top + CAR.height + 6
  for (const [index, { type, part, severity, note, isNew }] of damages.entries()) {
    const title = t('page.inspections.damage.title', {
      type: t(`page.inspections.types.${type}`),
      part: t(`page.inspections.parts.${part}`),
    })
    const more = [
      t(isNew ? 'page.inspections.one.new' : 'page.inspections.one.known'),
      t(`page.inspections.severities.${severity}`),
      note,
    ]
    const words = `${index + 1}. ${title}, ${more.filter(Boolean).join(', ')}`
    sheet.keep(sheet.heightOf(words, TEXT, INNER))
    sheet.y += sheet.write('P', words, TEXT, { ...BOX, y: sheet.y })
  }
}

const MARK: Style = { size: 7, weight: 600, colour: '#ffffff', lead: 10 }

/** Places the photos, then lists the sides without a photo and the reasons. */
function writePhotos(
  sheet: Sheet,
  sides: InspectionView['photos'],
  photos: InspectionPaper['photos'],
  t: Translator,
): void {
  const pictures = sides.flatMap(({ side }) => {
    const picture = photos.get(side)
    return picture ? [{ side, picture }] : []
  })
  for (let first = 0; first < pictures.length; first += IN_A_ROW) {
    sheet.keep(SHOT.height + SHOT.caption)
    for (const [place, { side, picture }] of pictures.slice(first, first + IN_A_ROW).entries()) {
      const x = PAGE.margin + place * (SHOT.width + GAP)
      const fit = { fit: [SHOT.width, SHOT.height] as [number, number], align: 'center', valign: 'center' } as const
      sheet.decor((doc) => {
        doc.rect(x, sheet.y, SHOT.width, SHOT.height).lineWidth(0.5).strokeColor(INK.hair).stroke()
        doc.image(Buffer.from(picture), x, sheet.y, fit)
      })
      const name = t(`page.inspections.sides.${side}`)
      sheet.write('P', name, LABEL, { x, width: SHOT.width, y: sheet.y + SHOT.height + 2 })
    }
    sheet.y += SHOT.height + SHOT.caption
  }
  for (const { side, missing } of sides) {
    if (missing === null) continue
    const words = `${t(`page.inspections.sides.${side}`)}. ${t('page.inspections.one.missing', { reason: missing })}`
    sheet.keep(sheet.heightOf(words, TEXT, INNER))
    sheet.y += sheet.write('P', words, TEXT, { ...BOX, y: sheet.y })
  }
}

function writeSignatures(
  sheet: Sheet,
  { kind, officeSigned, driverSigned, driverRefused }: InspectionView,
  signatures: InspectionPaper['signatures'],
  t: Translator,
): void {
  const refused = driverRefused === null ? null : `${t('page.inspections.one.driverRefused')}: ${driverRefused}`
  const both = [
    { name: t('page.inspections.one.officeSigned'), who: officeSigned, picture: signatures.office },
    ...(kind === 'check'
      ? []
      : [
          {
            name: t('page.inspections.one.driver'),
            who: [driverSigned, refused].filter((sentence) => sentence !== null).join('. '),
            picture: signatures.driver,
          },
        ]),
  ]
  const top = sheet.y
  for (const [place, { name, who, picture }] of both.entries()) {
    const box = { x: PAGE.margin + place * (SIGNATURE.width + GAP), width: SIGNATURE.width }
    if (picture)
      sheet.decor((doc) => doc.image(Buffer.from(picture), box.x, top, { fit: [SIGNATURE.width, SIGNATURE.height] }))
    const under = top + SIGNATURE.height + 4
    sheet.line({ x: box.x, y: under }, { x: box.x + box.width - GAP, y: under }, INK.hair, 0.75)
    const height = sheet.write('P', who, VALUE, { ...box, y: under + 3 })
    sheet.write('P', name, LABEL, { ...box, y: under + 3 + height })
    sheet.y = Math.max(sheet.y, under + 3 + height + 14)
  }
}
