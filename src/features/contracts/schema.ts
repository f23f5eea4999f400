import { z } from 'zod'
import {
  CONTRACT_KINDS,
  CONTRACT_LANGUAGES,
  type ContractKind,
  type ContractState,
  type ContractStep,
  cedesCar,
  type Relation,
} from '#domain/contract.ts'
import type { DriverName } from '#domain/driver.ts'
import { choice, chosenIds, day, givenDay, oneOfList, reason, reference, text, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { OwnSignature } from '#integrations/seal/read-seal.ts'
import type { Stamp } from '#integrations/seal/stamp.ts'

/** The placeholders that no record fills: somebody types them, and only the text has them. */
export const TYPED = [
  'representative',
  'driverAddress',
  'driverDocument',
  'driverLicence',
  'driverCertificate',
  'changes',
  // A car can be typed for a driver who needs the contract before getting one.
  'carName',
  'carPlate',
] as const

/** The office's choice of a contract, made before the text is shown. */
export const choiceRecord = record(
  {
    driver: reference('page.contracts.choose.driverEmpty'),
    kind: oneOfList(z.enum(CONTRACT_KINDS, 'field.choice')),
    language: choice(CONTRACT_LANGUAGES, (language) => `page.contracts.choose.languages.${language}`),
  },
  (name) => `page.contracts.choose.${name}`,
  ['driver', ['kind', 'language']],
)
export const contractChoice = choiceRecord.input.extend({
  // The contract that the new one renews or amends.
  follows: z
    .union([z.guid(), z.literal('')])
    .optional()
    .transform((id) => id || null),
})

/** The first and the last day of a contract. */
export const contractDays = record(
  { startsOn: givenDay(), endsOn: day() },
  (name) => `page.contracts.preview.${name}`,
  [['startsOn', 'endsOn']],
)

/** The days of a contract that cedes a car, which always has a last day. */
export const cedingDays = record(
  { startsOn: givenDay(), endsOn: givenDay() },
  (name) => `page.contracts.preview.${name === 'endsOn' ? 'cededUntil' : name}`,
  [['startsOn', 'endsOn']],
)

/** Maximum characters of a typed fact of the driver or the company. */
export const LONGEST_FACT = 200

/** Maximum characters of an amendment's changes. */
export const MAX_CHANGES = 4_000

// A form sends only those facts that its kind of contract asks for, so every fact is optional.
const fact = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, 'field.too-long')
    .optional()
    .transform((words): string => words ?? '')

const typed = Object.fromEntries(
  TYPED.map((name) => [name, fact(name === 'changes' ? MAX_CHANGES : LONGEST_FACT)]),
) as Record<(typeof TYPED)[number], ReturnType<typeof fact>>

/** The form of a draft. */
export const contractInput = contractChoice
  .extend({
    ...typed,
    ...contractDays.fields,
    // The form of an amendment asks for no last day.
    endsOn: contractDays.fields.endsOn.optional().transform((last) => last ?? null),
  })
  .refine(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, {
    path: ['endsOn'],
    error: 'field.ends-before',
  })
  // Require a last day when a car is ceded, so that a reminder can come before it.
  .refine(({ kind, endsOn }) => endsOn !== null || !cedesCar(kind), { path: ['endsOn'], error: 'field.required' })
export type ContractInput = z.output<typeof contractInput>

/** The name that a signer types. */
export const signerName = line(120)
/** Maximum characters of a typed code: six digits, and separators between them. */
export const LONGEST_CODE = 8

/** The fields of a signature: the typed name, and a drawn signature when the browser runs scripts. */
const signed = {
  name: signerName,
  agreed: z.literal('on', 'field.required'),
  picture: z.instanceof(File).optional(),
}

/** The reason why a contract is withdrawn, ended or refused, or a paper of it declined. */
export const contractReason = reason(300)

/** The fields of each act of the office on a contract, or on a copy signed by hand. */
export const contractActs = {
  withdraw: record({ reason: contractReason }, () => 'page.contracts.withdraw.reason'),
  end: record({ lastDay: givenDay(), reason: contractReason }, (name) => `page.contracts.end.${name}`),
  declinePaper: record({ reason: contractReason }, () => 'page.contracts.paper.why'),
}

/** The acts of the office on a contract. */
export const contractAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('send') }),
  z.object({ intent: z.literal('seal'), ...signed }),
  z.object({ intent: z.literal('stamp') }),
  contractActs.withdraw.input.extend({ intent: z.literal('withdraw') }),
  contractActs.end.input.extend({ intent: z.literal('end') }),
  z.object({ intent: z.literal('end-back') }),
])

/** The form that signs several contracts for the company: one name and one tick, and a seal for each contract. */
export const severalSealInput = z.object({ ids: chosenIds(), ...signed })

/** The code from the mail, as it is typed. */
const code = z
  .string()
  .transform((digits) => digits.replaceAll(/\s/g, '').slice(0, 20))
  .optional()

/** The reason why a driver does not sign. */
export const refusalRecord = record({ reason: contractReason }, () => 'page.contracts.refuse.reason', undefined, {
  besides: { intent: z.literal('refuse') },
})

/** The acts of a driver on a contract that was sent. */
export const ownContractAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('code') }),
  z.object({ intent: z.literal('sign'), ...signed, code }),
  refusalRecord.input,
])

/** The facts of a record that may be asked for when no code can be sent. */
export type FactName = 'nif' | 'licence'

/** A fact of the record, as it is typed. */
export const typedFact = text(20)

/** The acts of a person who came by a personal link. */
export const linkedContractAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('code') }),
  z.object({ intent: z.literal('sign'), ...signed, code, nif: typedFact.optional(), licence: typedFact.optional() }),
  refusalRecord.input,
])

const paper = z.guid('field.choice')

/** The acts of the office on a copy signed by hand. */
export const contractPaperAct = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('paper'),
    files: z
      .array(z.instanceof(File))
      .max(20, 'field.too-long')
      .default([])
      .transform((sent) => sent.filter(({ size }) => size > 0)),
  }),
  z.object({ intent: z.literal('accept-paper'), paper }),
  contractActs.declinePaper.input.extend({ intent: z.literal('decline-paper'), paper }),
])

/**
 * The number of days for which a link is valid. `mail` says whether to mail it, which the form asks only when that is
 * possible.
 */
export const linkRecord = record(
  { days: oneOfList(z.coerce.number().int().min(1).max(60)) },
  () => 'page.contracts.link.days',
  undefined,
  { besides: { intent: z.literal('link'), mail: z.literal('on').optional() } },
)

/** The form that makes links to several contracts at once. */
export const severalLinksRecord = record(
  { days: oneOfList(z.coerce.number().int().min(1).max(60)) },
  () => 'page.contracts.link.days',
  undefined,
  { besides: { ids: chosenIds() } },
)

/** The acts of the office on the personal link of a contract. */
export const contractLinkAct = z.discriminatedUnion('intent', [
  linkRecord.input,
  z.object({ intent: z.literal('revoke-link') }),
])

/** A contract as its pages show it, without its text. Days and moments are text. */
export type ContractView = {
  id: string
  number: number
  driver: DriverName
  kind: ContractKind
  language: (typeof CONTRACT_LANGUAGES)[number]
  version: number
  textHash: string
  fileHash: string | null
  startsOn: string
  endsOn: string | null
  /** The earlier last day that the office gave the contract, and the reason. */
  endedOn: string | null
  endedWhy: string | null
  /** The contract that this one renews or amends. */
  follows: { id: string; number: number; relation: Relation } | null
  state: ContractState
  /**
   * The state of a copy signed by hand: it waits for a check, or it was accepted and the contract is in force by it.
   */
  paper: 'waiting' | 'accepted' | null
  reason: string | null
  createdAt: string
  /** When the contract came into its current state. */
  since: string
}

/** An event of a contract. `account` is set for acts of the office, `detail` for some events. */
export type ContractEvent = {
  event: ContractStep
  at: string
  address: string | null
  browser: string | null
  detail: string | null
  account: string | null
}

export type ContractSignature = {
  whose: 'driver' | 'company'
  name: string
  account: string | null
  signedAt: string
  confirmedAt: string | null
  /** The personal link that a person without an account used. */
  link: { madeAt: string } | null
  /** The facts that the person answered correctly instead of typing a code. */
  facts: readonly FactName[]
  /** The code that was typed to sign: the masked address to which it was mailed, and when. */
  code: { to: string; sentAt: string } | null
  address: string | null
  browser: string
  phrase: string
  pictureHash: string | null
  /** The hash of the text that was signed. */
  textHash: string
  uid: string | null
}

/** One contract with everything known of it. */
export type WholeContract = ContractView & {
  body: string
  events: readonly ContractEvent[]
  /** The contracts that renew or amend this one, the oldest first, without withdrawn ones. */
  followedBy: readonly { id: string; number: number; relation: Relation; state: ContractState }[]
  signatures: readonly ContractSignature[]
}

/**
 * The words before the text's hash in the reason of the seal, by which the hash is found in a file even if the rest
 * was changed.
 */
export const TEXT_MARK = 'texto sha256 '

/** The typed hash (SHA-256) of a file or of its text; it may have blanks and capitals. */
export const numberRecord = record({ number: line(120) }, () => 'page.contracts.verify.number')

/**
 * The third party's time stamp, as anybody may know it: present, on its way, unreadable at this moment (`unseen`), or
 * none.
 */
export type PublicStamp = Stamp | 'waiting' | 'unseen' | null

/** What the hash of a file or of its text reveals about a sealed contract. */
export type KnownSeal = { at: string; onPaper: boolean; stamp: PublicStamp }

/** The result of checking a file or a hash, without any name or number of a person. */
export type Verdict =
  | { verdict: 'valid'; sealedAt: string; by: string; isSelfMade: boolean; stamp: PublicStamp }
  /** The file comes from a document sealed here, or accepted as signed by hand, but was changed. */
  | { verdict: 'changed'; how: 'added' | 'addedToPaper' | 'altered' }
  /** The file is a contract signed by hand, as it was accepted here. */
  | { verdict: 'paper'; at: string; own?: OwnSignature }
  | { verdict: 'unknown'; own?: OwnSignature }
