/** Each thing that is checked, with its possible sentences. */
export const SENTENCES = {
  copies: ['copiesWell', 'copiesNone', 'copiesOld', 'copiesGone', 'copiesMissing', 'copiesFull', 'copiesFailed'],
  place: ['placeApart', 'placeBeside'],
  key: ['keyPassphrase', 'keyFile', 'keyOwn'],
  drill: ['drillWell', 'drillNone', 'drillOnDemand', 'drillFailed', 'drillBroken'],
  space: ['spaceWell', 'spaceLow'],
  messages: ['messagesWell', 'messagesLate', 'messagesLost'],
  work: ['workWell', 'workLost'],
  log: ['logWell', 'logLate'],
} as const

export type CheckName = keyof typeof SENTENCES
export type CheckWord = (typeof SENTENCES)[CheckName][number]

/** Sentences that need no action. */
const WELL = [
  'copiesWell',
  'placeApart',
  'keyPassphrase',
  'keyFile',
  'drillWell',
  'spaceWell',
  'messagesWell',
  'workWell',
  'logWell',
] as const
export type TroubleWord = Exclude<CheckWord, (typeof WELL)[number]>

export function isTrouble(word: CheckWord): word is TroubleWord {
  return !(WELL as readonly CheckWord[]).includes(word)
}

/** The result of a check, and how good it is. `params` fill its sentence. */
export type Check = {
  name: CheckName
  word: CheckWord
  tone: 'ok' | 'warn' | 'bad'
  params: Readonly<Record<string, number>>
}
