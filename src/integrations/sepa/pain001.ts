import { readIban } from '#domain/identifiers.ts'
import { type Cents, sum } from '#domain/money.ts'
import { ZONE } from '#domain/week.ts'
import { isSepaId, sepaText } from './text.ts'
import { element, textElement } from './xml.ts'

export type PainVersion = 'pain.001.001.09' | 'pain.001.001.03'

export type CreditTransfer = {
  /** Identifier, unique in the file, 1–35 SEPA characters: it comes back on the bank's statement. */
  endToEndId: string
  /** Holder of the account, spelt as the fleet does. */
  name: string
  /** IBAN without spaces, already checked. */
  iban: string
  amount: Cents
  remittance: string
  /** Category of the payment: suppliers (drivers who invoice) if absent, or wages. */
  category?: Category
}

type Category = 'SUPP' | 'SALA'

export type CreditTransferOrder = {
  /** Version of the message: that of 2019 by default; some banks still want the one of 2009. */
  version?: PainVersion
  /** Identifier that is never used twice for one account, 1–35 SEPA characters. */
  messageId: string
  createdAt: Temporal.Instant
  /** Operator who orders and pays. */
  company: { name: string; nipc: string | null; iban: string }
  /** Day on which the bank is asked to pay; the caller makes sure that it is a TARGET day. */
  executionDay: Temporal.PlainDate
  payments: readonly CreditTransfer[]
}

/** 999 999 999.99 €, the largest instructed amount of a SEPA transfer. */
const LARGEST_TRANSFER = 99_999_999_999

/**
 * Writes the bank file of a batch: ISO 20022 customer credit transfer initiation, by the Portuguese C2B manual v03.01
 * (one payment block for suppliers and one for wages, if there are any, all in EUR under SEPA rules, charges shared,
 * counts and control sums in both heads, agents left to the IBAN, no postal address). Texts are transliterated
 * (`text.ts`), identifiers and amounts are not changed: one that cannot be sent as it is throws, because the caller has
 * already left such payments out.
 */
export function creditTransferFile(order: CreditTransferOrder): string {
  refuseWhatNoBankTakes(order)
  const { version = 'pain.001.001.09', company, payments } = order
  const name = textElement('Nm', sepaText(company.name, 70))
  const day = order.executionDay.toString()

  const groupHeader = element('GrpHdr', [
    textElement('MsgId', order.messageId),
    textElement('CreDtTm', lisbonSecond(order.createdAt)),
    ...totals(payments),
    element('InitgPty', company.nipc === null ? [name] : [name, companyId(company.nipc)]),
  ])
  const blocks = CATEGORIES.map((category) => ({
    category,
    own: payments.filter((payment) => categoryOf(payment) === category),
  }))
  const block = ({ category, own }: (typeof blocks)[number], at: number) =>
    element('PmtInf', [
      // The first block has the name of the message, a second one a name of its own.
      textElement('PmtInfId', at === 0 ? order.messageId : `${order.messageId}-${category}`),
      textElement('PmtMtd', 'TRF'),
      textElement('BtchBookg', 'true'),
      ...totals(own),
      element('PmtTpInf', [
        element('SvcLvl', [textElement('Cd', 'SEPA')]),
        element('CtgyPurp', [textElement('Cd', category)]),
      ]),
      version === 'pain.001.001.09'
        ? element('ReqdExctnDt', [textElement('Dt', day)])
        : textElement('ReqdExctnDt', day),
      element('Dbtr', [name]),
      element('DbtrAcct', [element('Id', [textElement('IBAN', company.iban)]), textElement('Ccy', 'EUR')]),
      element('DbtrAgt', [element('FinInstnId', [element('Othr', [textElement('Id', 'NOTPROVIDED')])])]),
      textElement('ChrgBr', 'SLEV'),
      ...own.map(transfer),
    ])
  const document = element(
    'Document',
    [element('CstmrCdtTrfInitn', [groupHeader, ...blocks.filter(({ own }) => own.length > 0).map(block)])],
    ` xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\r\n${document}\r\n`
}

const CATEGORIES = ['SUPP', 'SALA'] as const satisfies readonly Category[]

function categoryOf({ category = 'SUPP' }: CreditTransfer): Category {
  return category
}

function totals(payments: readonly CreditTransfer[]) {
  return [
    textElement('NbOfTxs', String(payments.length)),
    textElement('CtrlSum', decimal(sum(payments.map(({ amount }) => amount)))),
  ]
}

function transfer(payment: CreditTransfer): string {
  return element('CdtTrfTxInf', [
    element('PmtId', [textElement('EndToEndId', payment.endToEndId)]),
    element('Amt', [textElement('InstdAmt', decimal(payment.amount), ' Ccy="EUR"')]),
    element('Cdtr', [textElement('Nm', sepaText(payment.name, 70))]),
    element('CdtrAcct', [element('Id', [textElement('IBAN', payment.iban)])]),
    element('RmtInf', [textElement('Ustrd', sepaText(payment.remittance, 140))]),
  ])
}

function companyId(nipc: string) {
  return element('Id', [element('OrgId', [element('Othr', [textElement('Id', nipc)])])])
}

function refuseWhatNoBankTakes({ messageId, company, payments }: CreditTransferOrder) {
  if (payments.length === 0) throw new Error(`Order ${messageId} has no payments`)
  const ids = payments.map((payment) => payment.endToEndId)
  const badIds = [messageId, ...ids].filter((id) => !isSepaId(id))
  if (badIds.length > 0) throw new Error(`Not identifiers of 1 to 35 SEPA characters: ${badIds.join(' | ')}`)
  if (new Set(ids).size < ids.length) throw new Error(`Order ${messageId} uses an end-to-end identifier twice`)
  if (company.nipc !== null && !/^\d{9}$/.test(company.nipc)) throw new Error(`${company.nipc} is not a NIPC`)
  for (const { endToEndId, iban } of [{ endToEndId: 'the debtor', iban: company.iban }, ...payments]) {
    const read = readIban(iban)
    if (!read.ok || read.value !== iban) throw new Error(`The IBAN of ${endToEndId} is not one`)
  }
  for (const { endToEndId, amount } of payments) {
    if (amount <= 0 || amount > LARGEST_TRANSFER)
      throw new Error(`${endToEndId}: ${amount} cents cannot be transferred`)
  }
}

/** Writes cents as ISO 20022 does: euros, dot, two decimals. */
function decimal(amount: Cents): string {
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** Writes the time of creation, to the second: the bank reads it on its own clock. */
function lisbonSecond(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO(ZONE).toPlainDateTime().toString({ smallestUnit: 'second' })
}
