import { BANK_LIST_FIELDS } from '#domain/bank-list.ts'
import { Refusal } from '#domain/refusal.ts'
import { getBankList, lookAtBankList } from '#features/bank/lists/queries.server.ts'
import { bankListErrors, readBankSetupInput } from '#features/bank/lists/schema.ts'

export type BankTeachView = Awaited<ReturnType<typeof lookAgain>>

/** The page that teaches a bank's list, with the answers in its address. Refuses `bank-list.taught` if the list is known already. */
export async function lookAgain(id: string, query: URLSearchParams) {
  const { file, account } = await getBankList(id)
  if (account !== null) throw new Refusal('bank-list.taught')
  const setupInput = readBankSetupInput(query)
  const look = await lookAtBankList(file, setupInput)
  const errors = bankListErrors(setupInput.account, look.problems)
  const isAsked = BANK_LIST_FIELDS.some((field) => query.has(field))
  return {
    file: file.name,
    isAsked,
    values: Object.fromEntries(query),
    errors: isAsked ? errors : {},
    isComplete: Object.keys(errors).length === 0,
    look,
  }
}
