import { type FineBody, showFineNumber, usualIssuer } from '#domain/fine.ts'
import { INK } from '#integrations/pdf/ink.ts'
import { INNER, PAGE, Sheet, type Style } from '#integrations/pdf/sheet.ts'
import { formatDayNumeric, formatInstant } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import type { Identity } from './schema.ts'

/** The contents of the document that names the driver. */
export type Identification = {
  fine: { number: string; body: FineBody; authority: string; committedAt: string; place: string; plate: string }
  company: { name: string; nipc: string; address: string | null }
  driver: { name: string; nif: string | null }
  identity: Identity
  madeAt: Temporal.Instant
}

const BOX = { x: PAGE.margin, width: INNER }
const TITLE: Style = { size: 18, weight: 600, colour: INK.strong, tracking: -0.01, lead: 24 }
const HEADING: Style = { size: 11, weight: 600, colour: INK.strong, lead: 16 }
const LABEL: Style = { size: 8.5, weight: 400, colour: INK.soft, lead: 13 }
const VALUE: Style = { size: 10, weight: 500, colour: INK.strong, figures: true, lead: 14 }
const TEXT: Style = { size: 9.5, weight: 400, colour: INK.body, lead: 14 }
const NAMES = 150

/**
 * Draws the identification of the driver, with the fields of the authority's form. It is in Portuguese, because the
 * authority reads it.
 */
export function renderIdentification(identification: Identification): Promise<Uint8Array> {
  const t = translator('pt')
  const { fine, company, driver, identity, madeAt } = identification
  const words = (key: 'title' | 'declaration' | 'signature' | 'place' | 'note') => t(`page.fines.paper.${key}`)
  const sheet = new Sheet({ title: words('title'), author: company.name, language: 'pt-PT', createdAt: madeAt })
  sheet.y += sheet.write('H1', words('title'), TITLE, { ...BOX, y: sheet.y }) + 4
  sheet.y += sheet.write('P', t(`page.fines.paper.to.${fine.body}`, { authority: fine.authority }), TEXT, {
    ...BOX,
    y: sheet.y,
  })
  const day = (text: string | null) => (text === null ? '' : formatDayNumeric(text))
  part(sheet, t('page.fines.paper.parts.fine'), [
    [t('page.fines.paper.number'), showFineNumber(fine.number)],
    [t('page.fines.paper.at'), formatInstant(fine.committedAt, 'pt')],
    [t('page.fines.paper.where'), fine.place],
    [t('page.fines.paper.plate'), fine.plate],
  ])
  part(sheet, t('page.fines.paper.parts.accused'), [
    [t('page.fines.paper.name'), company.name],
    [t('page.fines.paper.nif'), company.nipc],
    [t('page.fines.paper.seat'), company.address ?? ''],
  ])
  part(sheet, t('page.fines.paper.parts.driver'), [
    [t('page.fines.paper.name'), driver.name],
    [t('page.fines.paper.nif'), driver.nif ?? ''],
    [t('page.fines.paper.address'), identity.address],
    [t('page.fines.paper.document'), `${t(`page.fines.identity.kinds.${identity.idKind}`)} ${identity.idNumber}`],
    identity.idIssuedOn === null
      ? [t('page.fines.paper.validUntil'), day(identity.idValidUntil)]
      : [t('page.fines.paper.issuedOn'), day(identity.idIssuedOn)],
    [t('page.fines.paper.issuer'), identity.idIssuer ?? usualIssuer(identity.idKind, identity.idIssuedOn) ?? ''],
    [t('page.fines.paper.licence'), identity.licenceNumber],
    [t('page.fines.paper.issuer'), identity.licenceIssuer],
  ])
  sheet.keep(150)
  sheet.y += 22
  sheet.y += sheet.write('P', words('declaration'), TEXT, { ...BOX, y: sheet.y }) + 54
  sheet.line({ x: PAGE.margin, y: sheet.y }, { x: PAGE.margin + 260, y: sheet.y }, INK.strong, 0.75)
  sheet.y += 4
  sheet.y += sheet.write('P', words('signature'), LABEL, { ...BOX, y: sheet.y }) + 22
  sheet.y += sheet.write('P', words('place'), LABEL, { ...BOX, y: sheet.y })
  return sheet.close(() => sheet.decor(() => sheet.ornament(words('note'), LABEL, { ...BOX, y: PAGE.height - 44 })))
}

function part(sheet: Sheet, title: string, rows: readonly (readonly [name: string, value: string])[]) {
  sheet.y += 18
  sheet.y += sheet.write('H2', title, HEADING, { ...BOX, y: sheet.y }) + 4
  sheet.inside('Table', () => {
    for (const [name, value] of rows) {
      sheet.line({ x: PAGE.margin, y: sheet.y }, { x: PAGE.width - PAGE.margin, y: sheet.y }, INK.hair, 0.5)
      sheet.y += 4
      let height = 0
      sheet.inside('TR', () => {
        sheet.write('TH', name, LABEL, { x: PAGE.margin, width: NAMES, y: sheet.y + 1 }, 'Row')
        const box = { x: PAGE.margin + NAMES, width: INNER - NAMES, y: sheet.y }
        height = sheet.write('TD', value || '—', VALUE, box)
      })
      sheet.y += height + 4
    }
  })
}
