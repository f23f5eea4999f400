import { Refusal } from '#domain/refusal.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { saveUnknownList } from '#features/bank/lists/commands.server.ts'
import { matchExact } from '#features/bank/matches/commands.server.ts'
import { findNewMovements } from '#features/bank/queries.server.ts'
import type { BankFileOutcome } from '#features/bank/schema.ts'
import { getSpelling, listMeanings } from '#features/bank/spellings/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { problemWords, refusalWords } from '#messages/file-words.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { broughtWords, gapWords, questionOf } from './bank-words.ts'

type File = Parameters<typeof importBankFile>[1]
type Choices = Parameters<typeof importBankFile>[2]
type By = Parameters<typeof matchExact>[1]

/**
 * The result of a file, in words. `teach`: address of the page that sets the file up, if nobody knows its list. `asks`: address of
 * the page that asks which account it belongs to. `gaps`: where it does not meet the next statement.
 */
export type FileOutcome = {
  name: string
  says: string
  isRefused: boolean
  teach: string | null
  asks: string | null
  gaps: readonly { after: string; says: string }[]
  /** Address where a bank's answer to a payment file is taken back, if it was one. */
  undo: string | null
  /** Ids of the statements that it brought. */
  statements: readonly string[]
}

const NOTHING_ASKED = { teach: null, asks: null, undo: null, gaps: [], statements: [] }

/** Imports one file by itself and matches exact payments at once; a list that nobody knows is stored to be taught. */
export async function importAndMatch(file: File, choices: Choices, by: By, t: Translator): Promise<FileOutcome> {
  let outcome: BankFileOutcome
  try {
    await carryOut({ ...by, action: 'bank.import' }, async (change) => {
      outcome = await importBankFile(change, file, choices)
      return null
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const says = refusalSentence(t, error.code, error.params) ?? ''
    return { ...NOTHING_ASKED, name: file.name, says, isRefused: true }
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the work has been done by then, or has thrown
  const taken = outcome!
  if (taken.status !== 'refused') {
    const statements = taken.is === 'statements' ? taken.statements : []
    for (const { fresh } of statements) await matchExact(fresh, by)
    const gaps = statements
      .flatMap((statement) => statement.gaps)
      .map((gap) => ({ after: gap.after, says: gapWords(t, gap) }))
    return {
      ...NOTHING_ASKED,
      name: file.name,
      says: await saysOf(taken, t),
      isRefused: false,
      undo: taken.is === 'answer' ? `/admin/bank/imports/${taken.fileId}/undoing` : null,
      statements: taken.status === 'imported' ? statements.map(({ id }) => id) : [],
      gaps: [...new Map(gaps.map((gap) => [gap.after, gap])).values()],
    }
  }
  if (taken.spelling) {
    const says = await spellingQuestion(t, taken.spelling)
    return { ...NOTHING_ASKED, name: file.name, says, isRefused: true, asks: taken.spelling }
  }
  const { code, params, problems } = taken.refusal
  const [first] = problems
  const says = [refusalWords(t, code, params), first ? problemWords(t, first) : ''].join(' ').trim()
  const setupAddress = code === 'not-a-statement' ? await keepList(file, by) : null
  return { ...NOTHING_ASKED, name: file.name, says, isRefused: true, teach: setupAddress }
}

/** For statements, how many movements came and from which days; for the bank's answer to a payment file, how many payments it refused. */
async function saysOf(outcome: Exclude<BankFileOutcome, { status: 'refused' }>, t: Translator): Promise<string> {
  if (outcome.status === 'again') return t('page.bank.drop.again')
  if (outcome.is === 'statements')
    return broughtWords(t, await findNewMovements(outcome.statements.map(({ id }) => id)))
  if (outcome.batch === null) return t('page.bank.drop.answerOfNone')
  return t('page.bank.drop.answered', { count: outcome.batch.rejected })
}

/** The page with the result of all files together. */
export function broughtPlace(outcomes: readonly FileOutcome[]): string {
  const ids = outcomes.flatMap(({ statements }) => statements)
  return `/admin/bank?${new URLSearchParams(ids.map((id) => ['brought', id]))}`
}

async function spellingQuestion(t: Translator, id: string): Promise<string> {
  return questionOf(t, await getSpelling(id), await listMeanings(id))
}

async function keepList(file: File, by: By): Promise<string | null> {
  let id: string | null = null
  await carryOut({ ...by, action: 'bank-list.keep' }, async (change) => {
    id = await saveUnknownList(change, file)
    return null
  })
  return id
}
