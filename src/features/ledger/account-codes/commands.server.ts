import { USUAL_CODES } from '#domain/account-codes.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { readAccountCodes } from './queries.server.ts'
import type { CodedAccount } from './schema.ts'

/** Saves the numbers that differ from the usual ones, and notes which changed. */
export async function saveAccountCodes(
  change: Change,
  codes: readonly { account: CodedAccount; code: string }[],
): Promise<void> {
  const before = await readAccountCodes(change.tx)
  const changed = codes.filter(({ account, code }) => before[account] !== code)
  for (const { account, code } of changed) {
    if (code === USUAL_CODES[account]) {
      await change.tx.deleteFrom('account_codes').where('account', '=', account).execute()
      continue
    }
    await change.tx
      .insertInto('account_codes')
      .values({ account, code })
      .onConflict((conflict) => conflict.column('account').doUpdateSet({ code }))
      .execute()
  }
  change.note({
    subject: 'account-codes',
    before: Object.fromEntries(changed.map(({ account }) => [account, before[account]])),
    after: Object.fromEntries(changed.map(({ account, code }) => [account, code])),
  })
}
