import { Refusal } from '#domain/refusal.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { keepUnknownList } from '#features/bank/lists/commands.server.ts'
import { matchExact } from '#features/bank/matches/commands.server.ts'
import type { BankFileOutcome } from '#features/bank/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { problemWords, refusalWords } from '#messages/file-words.ts'
import { refusalSentence } from '#messages/refusal-words.ts'

type File = Parameters<typeof importBankFile>[1]
type Choices = Parameters<typeof importBankFile>[2]
type By = Parameters<typeof matchExact>[1]

/** What became of a file, in words; `teach` is the list that nobody knows, kept to be taught. */
export type Told = { name: string; says: string; isRefused: boolean; teach: string | null }

/** One file goes in by itself, and what fits exactly is matched at once; a list that nobody knows is kept to be taught. */
export async function takeIn(file: File, choices: Choices, by: By, t: Translator): Promise<Told> {
  let outcome: BankFileOutcome
  try {
    await carryOut({ ...by, action: 'bank.import' }, async (deed) => {
      outcome = await importBankFile(deed, file, choices)
      return null
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { name: file.name, says: refusalSentence(t, error.code, error.params) ?? '', isRefused: true, teach: null }
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the work has been done by then, or has thrown
  const taken = outcome!
  if (taken.status !== 'refused') {
    if (taken.is === 'statements') for (const { fresh } of taken.statements) await matchExact(fresh, by)
    return { name: file.name, says: t(`page.bank.drop.${taken.status}`), isRefused: false, teach: null }
  }
  const { code, params, problems } = taken.refusal
  const [first] = problems
  const says = [refusalWords(t, code, params), first ? problemWords(t, first) : ''].join(' ').trim()
  return { name: file.name, says, isRefused: true, teach: code === 'not-a-statement' ? await keep(file, by) : null }
}

async function keep(file: File, by: By): Promise<string | null> {
  let id: string | null = null
  await carryOut({ ...by, action: 'bank-list.keep' }, async (deed) => {
    id = await keepUnknownList(deed, file)
    return null
  })
  return id
}
