import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Matchable } from '#domain/bank-match.ts'
import { paidBy } from '#domain/bank-statement.ts'
import { cents } from '#domain/money.ts'

/** The rows of movements, with their accounts: lists show them, and proposals compare them. */
export function selectMovements(on: Kysely<DB>) {
  return on
    .selectFrom('bank_movements as m')
    .innerJoin('bank_accounts as a', 'a.id', 'm.account_id')
    .select(['m.id', 'account_id', 'bank', 'label', 'booked_on', 'value_on', 'amount_cents', 'fee_cents'])
    .select(['fee_within_cents', 'balance_cents', 'text', 'party', 'end_to_end_id', 'is_return', 'return_reason'])
    .select(['party_iban_index', 'party_iban_ends', 'm.undone_at'])
    .select(sql<Matchable['batch']>`batch`.as('batch'))
    .select(sql<Matchable['details']>`details`.as('details'))
}
export type SelectedMovement = Awaited<ReturnType<ReturnType<typeof selectMovements>['executeTakeFirstOrThrow']>>

/** The values of a movement that the domain compares with payments, payouts and drivers. */
export function matchable(row: SelectedMovement): Matchable {
  return {
    id: row.id,
    account: row.account_id,
    amount: paidBy({ amount: cents(row.amount_cents), feeWithin: cents(row.fee_within_cents) }),
    booked: row.booked_on,
    text: row.text,
    party: row.party,
    partyIban: row.party_iban_index?.toString('hex') ?? null,
    endToEndId: row.end_to_end_id,
    batch: row.batch,
    details: row.details,
    isReturn: row.is_return,
    returnReason: row.return_reason,
  }
}
