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
import { choice, chosen, day, givenDay, listed, reason, reference, text, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { OwnSignature } from '#integrations/seal/read-seal.ts'
import type { Stamp } from '#integrations/seal/stamp.ts'

/** What of a text no record knows: it is typed, and kept in the text alone. */
export const TYPED = [
  'representative',
  'driverAddress',
  'driverDocument',
  'driverLicence',
  'driverCertificate',
  'changes',
  // Of a driver who has no car yet: where a contract is asked for before one is given, it names the car that will be.
  'carName',
  'carPlate',
] as const

/** What the office chooses before it sees the text. */
export const choiceRecord = record(
  {
    driver: reference('page.contracts.choose.driverEmpty'),
    kind: listed(z.enum(CONTRACT_KINDS, 'field.choice')),
    language: choice(CONTRACT_LANGUAGES, (language) => `page.contracts.choose.languages.${language}`),
  },
  (name) => `page.contracts.choose.${name}`,
  ['driver', ['kind', 'language']],
)
export const contractChoice = choiceRecord.input.extend({
  // The one that it renews or amends.
  follows: z
    .union([z.guid(), z.literal('')])
    .optional()
    .transform((id) => id || null),
})

/** The first and the last day. */
export const contractDays = record(
  { startsOn: givenDay(), endsOn: day() },
  (name) => `page.contracts.preview.${name}`,
  [['startsOn', 'endsOn']],
)

/** The days of a contract by which a car is ceded, which always has a last day. */
export const cedingDays = record(
  { startsOn: givenDay(), endsOn: givenDay() },
  (name) => `page.contracts.preview.${name === 'endsOn' ? 'cededUntil' : name}`,
  [['startsOn', 'endsOn']],
)

/** Letters of what is typed of a driver or the company. */
export const LONGEST_FACT = 200

/** Letters of what an amendment changes. */
export const MOST_CHANGES = 4_000

// Each kind asks for some of them: the form of the others has no such field.
const fact = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, 'field.too-long')
    .optional()
    .transform((words): string => words ?? '')

const typed = Object.fromEntries(
  TYPED.map((name) => [name, fact(name === 'changes' ? MOST_CHANGES : LONGEST_FACT)]),
) as Record<(typeof TYPED)[number], ReturnType<typeof fact>>

/** A contract as it is drafted. */
export const contractInput = contractChoice
  .extend({
    ...typed,
    ...contractDays.fields,
  })
  .refine(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, {
    path: ['endsOn'],
    error: 'field.ends-before',
  })
  // A car is ceded for a time, so that somebody is told before it ends.
  .refine(({ kind, endsOn }) => endsOn !== null || !cedesCar(kind), { path: ['endsOn'], error: 'field.required' })
export type ContractInput = z.output<typeof contractInput>

/** Whoever signs, as they type their name. */
export const signerName = line(120)
/** Six digits, with what may stand between them. */
export const LONGEST_CODE = 8

/** What is done by hand when somebody signs: the name typed, and a signature drawn where a script let them. */
const signed = {
  name: signerName,
  agreed: z.literal('on', 'field.required'),
  picture: z.instanceof(File).optional(),
}

/** Why a contract is withdrawn, ended or refused, or a paper of it is not taken. */
export const contractReason = reason(300)

/** What is asked for by each thing the office does to a contract, or with a copy that was signed by hand. */
export const contractActs = {
  withdraw: record({ reason: contractReason }, () => 'page.contracts.withdraw.reason'),
  end: record({ lastDay: givenDay(), reason: contractReason }, (name) => `page.contracts.end.${name}`),
  declinePaper: record({ reason: contractReason }, () => 'page.contracts.paper.why'),
}

/** What the office does to a contract. */
export const contractAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('send') }),
  z.object({ intent: z.literal('seal'), ...signed }),
  z.object({ intent: z.literal('stamp') }),
  contractActs.withdraw.input.extend({ intent: z.literal('withdraw') }),
  contractActs.end.input.extend({ intent: z.literal('end') }),
])

/** The company signs several at once: one name, one tick, and each is sealed as its own. */
export const severalSealInput = z.object({ ids: chosen(), ...signed })

/** The code that was mailed, as it is typed. */
const code = z
  .string()
  .transform((digits) => digits.replaceAll(/\s/g, '').slice(0, 20))
  .optional()

/** Why it is not signed. */
export const refusalRecord = record({ reason: contractReason }, () => 'page.contracts.refuse.reason', undefined, {
  besides: { intent: z.literal('refuse') },
})

/** What a driver does with one that was sent. */
export const ownContractAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('code') }),
  z.object({ intent: z.literal('sign'), ...signed, code }),
  refusalRecord.input,
])

/** What of a record may be asked for where no code can be sent. */
export type FactName = 'nif' | 'licence'

/** A fact of a record as it is typed. */
export const typedFact = text(20)

/** What somebody does who came by a personal link. */
export const linkedContractAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('code') }),
  z.object({ intent: z.literal('sign'), ...signed, code, nif: typedFact.optional(), licence: typedFact.optional() }),
  refusalRecord.input,
])

const paper = z.guid('field.choice')

/** What the office does with one that was signed by hand. */
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

/** For how many days a link leads to a contract; whether it is mailed is asked where somebody can be. */
export const linkRecord = record(
  { days: listed(z.coerce.number().int().min(1).max(60)) },
  () => 'page.contracts.link.days',
  undefined,
  { besides: { intent: z.literal('link'), mail: z.literal('on').optional() } },
)

/** The form that makes links to several contracts at once. */
export const severalLinksRecord = record(
  { days: listed(z.coerce.number().int().min(1).max(60)) },
  () => 'page.contracts.link.days',
  undefined,
  { besides: { ids: chosen() } },
)

/** What the office does with the personal link of a contract. */
export const contractLinkAct = z.discriminatedUnion('intent', [
  linkRecord.input,
  z.object({ intent: z.literal('revoke-link') }),
])

/** A contract as its pages show it, but for its text. Days and moments are text. */
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
  /** The last day that it has instead, and why. */
  endedOn: string | null
  endedWhy: string | null
  /** The one that it renews or amends. */
  follows: { id: string; number: number; relation: Relation } | null
  state: ContractState
  /** Signed by hand: the file waits to be looked at, or it is in force by it. */
  paper: 'waiting' | 'accepted' | null
  reason: string | null
  createdAt: string
  /** When it came into the state it is in. */
  since: string
}

/** What happened and from where, of what the office did by which account, and of some what more is known of it. */
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
  /** The personal link by which they came, without an account. */
  link: { madeAt: string } | null
  /** What was asked instead of a code, and answered as on the record. */
  facts: readonly FactName[]
  /** The code that was typed to sign: to where it was sent, as that is shown, and when. */
  code: { to: string; sentAt: string } | null
  address: string | null
  browser: string
  phrase: string
  pictureHash: string | null
  /** Of the text that was signed. */
  textHash: string
  uid: string | null
}

/** One contract with all that is known of it. */
export type WholeContract = ContractView & {
  body: string
  events: readonly ContractEvent[]
  /** The contracts that renew or amend this one, the first one first; withdrawn ones are not among them. */
  followedBy: readonly { id: string; number: number; relation: Relation; state: ContractState }[]
  signatures: readonly ContractSignature[]
}

/** Before the hash of the text in the seal's reason: found in a file whatever else was changed in it. */
export const TEXT_MARK = 'texto sha256 '

/** The number of a file or of its text (SHA-256), as it is typed: with blanks, in capitals. */
export const numberRecord = record({ number: line(120) }, () => 'page.contracts.verify.number')

/** The stamp of a third party, as anybody is told of it: there, on its way, not to be seen at this moment, or none. */
export type PublicStamp = Stamp | 'waiting' | 'unseen' | null

/** What is known of a document by the number of its file or its text alone. */
export type KnownSeal = { at: string; onPaper: boolean; stamp: PublicStamp }

/** What a check of a file or of a number of a document answers: no name, no number of a person. */
export type Verdict =
  | { verdict: 'valid'; sealedAt: string; by: string; isSelfMade: boolean; stamp: PublicStamp }
  /** The file comes from a document that was sealed here, or accepted as signed by hand, and is not that one any more. */
  | { verdict: 'changed'; how: 'added' | 'addedToPaper' | 'altered' }
  /** The file is a contract that was signed by hand, as it was accepted here. */
  | { verdict: 'paper'; at: string; own?: OwnSignature }
  | { verdict: 'unknown'; own?: OwnSignature }
