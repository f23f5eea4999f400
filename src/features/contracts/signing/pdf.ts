import { blocksOf } from '#domain/contract.ts'
import { INK } from '#integrations/pdf/ink.ts'
import { INNER, PAGE, Sheet, type Style } from '#integrations/pdf/sheet.ts'
import { fingerprintOf, plainName, type Seal } from '#integrations/seal/certificate.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import { type ContractSignature, TEXT_MARK, type WholeContract } from '../schema.ts'
import { templateName } from '../templates/schema.ts'

export type ContractFile = {
  contract: WholeContract
  signatures: readonly ContractSignature[]
  /** Drawn signatures, in the order of `signatures`; `null` for a name that was only typed. */
  pictures: readonly (Uint8Array | null)[]
  company: string
  seal: Seal
  sealedAt: Temporal.Instant
}

const TITLE: Style = { size: 17, weight: 600, colour: INK.strong, tracking: -0.01, lead: 23 }

const HEADING: Style = { size: 11, weight: 600, colour: INK.strong, lead: 16 }

const TEXT: Style = { size: 9.5, weight: 400, colour: INK.body, lead: 14.5 }

const LABEL: Style = { size: 8.5, weight: 400, colour: INK.soft, lead: 13 }

const VALUE: Style = { size: 9, weight: 500, colour: INK.strong, figures: true, lead: 13 }

const BOX = { x: PAGE.margin, width: INNER }

const NAMES = 150

const PICTURE = { width: 150, height: 60 }

/**
 * Draws the contract that will be sealed: its text, the page of evidence (how each side proved who they are), and
 * room for the seal.
 */
export async function renderContract({
  contract,
  signatures,
  pictures,
  company,
  seal,
  sealedAt,
}: ContractFile): Promise<Uint8Array> {
  const { language, number, textHash, body, kind, version, events } = contract
  const t = translator(language)
  const sealer = signatures.find(({ whose }) => whose === 'company')
  const sealedBy = { account: sealer?.account ?? null, address: sealer?.address ?? null }
  const title = t(`page.contracts.kinds.${kind}`)
  const sheet = new Sheet({
    title,
    author: company,
    language: language === 'pt' ? 'pt-PT' : 'en-GB',
    createdAt: sealedAt,
  })
  const paragraph = (tag: 'H1' | 'H2' | 'P', text: string, style: Style, before: number) => {
    // Keep a heading together with the next lines, so that it is never the last line of a page.
    sheet.keep(before + sheet.heightOf(text, style, INNER) + (tag === 'P' ? 0 : 3 * 14.5))
    sheet.y += before
    sheet.y += sheet.write(tag, text, style, { ...BOX, y: sheet.y })
  }
  for (const { is, text } of blocksOf(body)) {
    if (is === 'title') paragraph('H1', text, TITLE, 0)
    else if (is === 'heading') paragraph('H2', text, HEADING, 12)
    else paragraph('P', text, TEXT, 4)
  }

  sheet.turnPage()
  paragraph('H1', t('page.contracts.evidence.title'), TITLE, 0)
  paragraph('P', t('page.contracts.evidence.text'), TEXT, 4)
  const row = (name: string, value: string) => {
    const height = Math.max(sheet.heightOf(value, VALUE, INNER - NAMES), sheet.heightOf(name, LABEL, NAMES - 8))
    sheet.keep(height + 10)
    sheet.line({ x: PAGE.margin, y: sheet.y }, { x: PAGE.width - PAGE.margin, y: sheet.y }, INK.hair, 0.5)
    sheet.y += 4
    sheet.inside('TR', () => {
      sheet.write('TH', name, LABEL, { x: PAGE.margin, width: NAMES - 8, y: sheet.y }, 'Row')
      sheet.write('TD', value, VALUE, { x: PAGE.margin + NAMES, width: INNER - NAMES, y: sheet.y })
    })
    sheet.y += height + 4
  }
  const part = (heading: string, rows: readonly (readonly [string, string])[]) => {
    paragraph('H2', heading, HEADING, 14)
    sheet.y += 4
    sheet.inside('Table', () => {
      for (const [name, value] of rows) row(name, value)
    })
  }
  // Show both times: a court reads Lisbon's, a program UTC.
  const at = (moment: string) => `${formatInstant(moment, language)} (Lisboa) · ${moment} (UTC)`
  const word = (
    name:
      | 'document'
      | 'number'
      | 'version'
      | 'hash'
      | 'order'
      | 'name'
      | 'at'
      | 'verified'
      | 'phrase'
      | 'address'
      | 'browser',
  ) => t(`page.contracts.evidence.${name}`)
  part(word('document'), [
    [word('number'), `${title} · ${number}`],
    [word('version'), t('page.contracts.facts.versionOf', { template: templateName({ kind, language }, t), version })],
    [word('hash'), textHash],
    [word('order'), t('page.contracts.evidence.orderText')],
  ])
  for (const [index, signature] of signatures.entries()) {
    part(t(`page.contracts.evidence.signed.${signature.whose}`), [
      [word('name'), signature.name],
      [word('at'), at(signature.signedAt)],
      [word('verified'), verifiedBy(signature, { t, at })],
      [word('phrase'), signature.phrase],
      [word('address'), signature.address ?? '—'],
      [word('browser'), signature.browser || '—'],
    ])
    const picture = pictures[index]
    if (picture) {
      sheet.keep(PICTURE.height + 20)
      sheet.y += 6
      sheet.y += sheet.write('P', t('page.contracts.evidence.drawn'), LABEL, { ...BOX, y: sheet.y })
      sheet.decor((doc) =>
        doc.image(Buffer.from(picture), PAGE.margin, sheet.y, { fit: [PICTURE.width, PICTURE.height] }),
      )
      sheet.y += PICTURE.height
    }
  }
  part(
    t('page.contracts.evidence.events'),
    [...events, { event: 'sealed' as const, at: sealedAt.toString(), detail: null, ...sealedBy }].map(
      ({ event, at: moment, detail, account, address }) => [
        t(`page.contracts.events.${event}`),
        [at(moment), detail, account, address].filter(Boolean).join(' · '),
      ],
    ),
  )
  part(t('page.contracts.evidence.seal'), [
    [t('page.contracts.evidence.sealOf'), plainName(seal.certificate.subject.replaceAll('\n', ', '))],
    [t('page.contracts.evidence.fingerprint'), fingerprintOf(seal.certificate)],
  ])
  paragraph('P', t(`page.contracts.evidence.${seal.isOwn ? 'own' : 'given'}`), TEXT, 6)
  sheet.keepSealRoom({ name: company, reason: `${TEXT_MARK}${textHash}`, at: sealedAt })
  return sheet.close((page, pages) =>
    sheet.decor(() =>
      sheet.ornament(t('page.contracts.evidence.foot', { number, page, pages }), LABEL, {
        ...BOX,
        y: PAGE.height - 44,
      }),
    ),
  )
}

/** How a signer proved who they are, with only those proofs that were really asked for. */
function verifiedBy(
  { code, account, confirmedAt, signedAt, link, facts }: ContractSignature,
  { t, at }: { t: Translator; at: (moment: string) => string },
): string {
  const isOfAccount = account !== null && confirmedAt !== null
  if (link) {
    const codeWords = code
      ? t('page.contracts.evidence.code', { to: code.to, sent: at(code.sentAt), at: at(signedAt) })
      : t('page.contracts.evidence.facts', {
          facts: t(`page.contracts.link.facts.${facts.includes('licence') ? 'licence' : 'nif'}`),
        })
    return `${t('page.contracts.evidence.link', { at: at(link.madeAt) })} ${codeWords}`
  }
  if (code === null)
    return isOfAccount
      ? t('page.contracts.evidence.account', { account, at: at(confirmedAt) })
      : t('page.contracts.evidence.noAccount')
  const byCode = t('page.contracts.evidence.code', { to: code.to, sent: at(code.sentAt), at: at(signedAt) })
  return isOfAccount ? `${byCode} ${t('page.contracts.evidence.session', { account, at: at(confirmedAt) })}` : byCode
}
