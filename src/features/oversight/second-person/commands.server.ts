import { inTransaction } from '#db/client.server.ts'
import type { Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveCompany } from '#features/company/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import type { CompanyInput } from '#features/company/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { closeAccount } from '#features/departures/final-accounts/commands.server.ts'
import { findPayingWeek } from '#features/departures/final-accounts/queries.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { findChange } from '#features/company/financial-settings/queries.server.ts'
import type { SettingsInput } from '#features/company/financial-settings/schema.ts'
import { approveRequest, movePlan, openPlan, type PlanConditions } from '#features/plans/commands.server.ts'
import { getPlan } from '#features/plans/queries.server.ts'
import { openOf, sealFor } from '#db/sealed-columns.server.ts'
import type { Json } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { countMoneyPeople, listCheckedIbans, refuseFresh, twoPeopleSince } from './queries.server.ts'
import type { LookInput, LookKind } from './schema.ts'

/**
 * Whether this actor's change has to wait for a second person. The command line does not wait, and is nobody's second
 * person.
 */
async function mustWait({ tx, actor }: Change): Promise<boolean> {
  return actor.uid !== null && (await twoPeopleSince(tx)) !== null
}

/**
 * Turns the rule of two people on. Refuses `two-people.alone` unless at least two people of the office may change
 * money.
 */
export async function beginRule(change: Change): Promise<void> {
  if ((await countMoneyPeople(change.tx)) < 2) throw new Refusal('two-people.alone')
  if (!(await writeRule(change, true))) throw new Refusal('two-people.company-missing')
  change.note({ subject: 'company', before: { twoPeople: false }, after: { twoPeople: true } })
}

/** Writes whether the rule is on, and answers whether that changed anything. */
async function writeRule({ tx, now }: Change, takesTwo: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('company')
    .set({ two_people_since: takesTwo ? now.toString() : null })
    .where('two_people_since', takesTwo ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Turns the rule off: at once for the command line; anybody else needs a second person's agreement. */
export async function endRule(change: Change): Promise<'done' | 'asked'> {
  if (await mustWait(change)) {
    await storeWaitingChange(change, 'rule-off', {}, { twoPeople: true }, { twoPeople: false })
    return 'asked'
  }
  await writeRule(change, false)
  change.note({ subject: 'company', before: { twoPeople: true }, after: { twoPeople: false } })
  return 'done'
}

/** Changes financial settings from a week on, at once or as a change that waits. Refuses what `changeSettings` does. */
export async function askForSettings(change: Change, input: SettingsInput): Promise<'done' | 'asked'> {
  if (!(await mustWait(change))) {
    await changeSettings(change, input)
    return 'done'
  }
  const { counting, changed, stale } = await findChange(input, change.tx)
  if (stale.length > 0) throw new Refusal('settings.changed-meanwhile')
  await storeWaitingChange(
    change,
    'settings',
    input,
    Object.fromEntries(changed.map((name) => [name, counting[name]])),
    {
      from: input.from,
      reason: input.reason,
      ...Object.fromEntries(changed.map((name) => [name, input.settings[name] ?? null])),
    },
  )
  return 'asked'
}

/**
 * Saves the operator's own data at once; only another account to pay from waits for a second person. Refuses what
 * `saveCompany` does.
 */
export async function askForCompany(change: Change, input: CompanyInput): Promise<'done' | 'asked'> {
  const before = await findCompany(change.tx)
  const movesMoney = before?.debtorIban != null && input.debtorIban !== null && before.debtorIban !== input.debtorIban
  if (!movesMoney || !(await mustWait(change))) {
    await saveCompany(change, input)
    return 'done'
  }
  const { debtorIban } = before
  await saveCompany(change, { ...input, debtorIban })
  const ends = (iban: string) => ({ debtorIbanEnds: iban.slice(-4) })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it is asked where the IBAN changes, which both have
  await storeWaitingChange(change, 'company', {}, ends(debtorIban!), ends(input.debtorIban!), null, input.debtorIban)
  return 'asked'
}

/**
 * Opens a plan of the office at once, except for an advance, which pays money out and waits. Answers the plan, `null` while
 * it waits. Refuses what `openPlan` does, and `two-people.paper-later` for proof of a payment that nobody has confirmed.
 */
export async function askForPlan(change: Change, conditions: PlanConditions, proof?: File): Promise<string | null> {
  if (conditions.kind !== 'advance' || !(await mustWait(change))) return openPlan(change, conditions, proof)
  if (proof && proof.size > 0) throw new Refusal('two-people.paper-later')
  await rehearse(change, (rehearsal) => openPlan(rehearsal, conditions))
  const { driverId, total, count, first, reason } = conditions
  const after = { ...(await nameOf(change, driverId)), amount: total, count, first, reason }
  await storeWaitingChange(change, 'advance', conditions, {}, after, `driver:${driverId}`)
  return null
}

/**
 * Grants a driver's request, at once or as a change that waits. Answers the plan, `null` while it waits. Refuses what
 * `approveRequest` does.
 */
export async function askForApproval(change: Change, id: string, terms: GrantedTerms): Promise<string | null> {
  if (!(await mustWait(change))) return approveRequest(change, id, terms)
  await rehearse(change, (rehearsal) => approveRequest(rehearsal, id, terms))
  const plan = await getPlan(id, change.now, change.tx)
  const { total, count, first, reason } = terms
  const before = { amount: plan.total, count: plan.count, first: plan.first }
  const after = { ...(await nameOf(change, plan.driver.id)), amount: total, count, first, reason }
  await storeWaitingChange(
    change,
    'advance-request',
    { plan: id, total, count, first, reason },
    before,
    after,
    `plan:${id}`,
  )
  return null
}

/** Gives a deposit back, whole or in part, at once or as a change that waits. Refuses what `movePlan` does. */
export async function askForReturn(
  change: Change,
  id: string,
  { amount, reason }: { amount: Cents; reason: string },
): Promise<'done' | 'asked'> {
  const giveBack = (by: Change) => movePlan(by, id, { kind: 'returned', amount, reason })
  if (!(await mustWait(change))) {
    await giveBack(change)
    return 'done'
  }
  await rehearse(change, giveBack)
  const { held, driver } = await getPlan(id, change.now, change.tx)
  const after = { ...(await nameOf(change, driver.id)), amount, reason }
  await storeWaitingChange(change, 'deposit', { plan: id, amount, reason }, { held }, after, `plan:${id}`)
  return 'asked'
}

/**
 * Closes the account of a driver who left, at once where nothing is paid, else as a change that waits. Refuses what
 * `closeAccount` does.
 */
export async function askForFinal(
  change: Change,
  driverId: string,
  closing: { week: Week; expected: number; reason: string },
): Promise<'done' | 'asked'> {
  if (closing.expected <= 0 || !(await mustWait(change))) {
    await closeAccount(change, driverId, closing)
    return 'done'
  }
  await rehearse(change, (rehearsal) => closeAccount(rehearsal, driverId, closing))
  const { expected, reason } = closing
  const driver = await nameOf(change, driverId)
  await storeWaitingChange(
    change,
    'final',
    { ...driver, expected, reason },
    {},
    { ...driver, amount: expected, reason },
    `driver:${driver.driver}`,
  )
  return 'asked'
}

/**
 * Tries the change and rolls it back, so that what would be refused later is refused now. It needs its own
 * transaction: a journal takes no entries in a savepoint.
 */
async function rehearse(change: Change, act: (rehearsal: Change) => Promise<unknown>): Promise<void> {
  const done = new Error('The rehearsal is over.')
  try {
    await inTransaction(async (tx) => {
      await act({ ...change, tx, note: () => {} })
      throw done
    })
  } catch (error) {
    if (error !== done) throw error
  }
}

async function nameOf({ tx }: Change, driverId: string): Promise<{ driver: string; name: string }> {
  const { id, name } = await getDriver(driverId, tx)
  return { driver: id, name }
}

type GrantedTerms = { total: Cents; first: Week; count: number; reason: string }

/**
 * Ends a waiting change: another person carries it out or declines it with a reason, or the person who asked takes it
 * back. Carrying it out refuses what a new change would refuse, and the change then goes on waiting. Refuses
 * `record.not-found` for one that no longer waits, `two-people.own` for confirming or declining one's own,
 * `two-people.fresh`, and `two-people.not-own` for taking back another's.
 */
export async function decide(change: Change, { look, ...input }: Extract<LookInput, { look: number }>): Promise<void> {
  const waiting = await change.tx
    .selectFrom('second_looks')
    .selectAll()
    .where('id', '=', look)
    .where('decision', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!waiting) throw new Refusal('record.not-found')
  const isOwn = waiting.asked_by === change.actor.uid
  if (input.intent === 'withdraw' && !isOwn) throw new Refusal('two-people.not-own')
  if (input.intent !== 'withdraw' && isOwn) throw new Refusal('two-people.own')
  if (input.intent === 'accept') {
    await refuseFresh([change.actor.uid, waiting.asked_by], change)
    await carryOutLook(change, waiting)
  }
  const reason = input.intent === 'decline' ? input.reason : null
  await change.tx
    .updateTable('second_looks')
    .set({
      decision: DECISIONS[input.intent],
      reason,
      decided_at: change.now.toString(),
      decided_by: change.actor.uid,
    })
    .where('id', '=', look)
    .execute()
  change.note({
    subject: `second-look:${look}`,
    before: { askedBy: waiting.asked_by, ...(waiting.before as Record<string, Json>) },
    after: { decision: DECISIONS[input.intent], reason, ...(waiting.after as Record<string, Json>) },
  })
}

const DECISIONS = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const

type Waiting = { kind: string; input: unknown; iban: Uint8Array | null; asked_by: string }

async function carryOutLook(change: Change, { kind, input, iban, asked_by }: Waiting): Promise<void> {
  switch (kind as LookKind) {
    case 'settings':
      return changeSettings(change, input as SettingsInput)
    case 'company': {
      const company = await findCompany(change.tx)
      if (!company) throw new Refusal('record.not-found')
      const debtorIban = openOf('second_looks.iban', asked_by, iban)
      return saveCompany(change, { ...company, debtorIban })
    }
    case 'rule-off':
      return void (await writeRule(change, false))
    case 'advance': {
      const conditions = input as PlanConditions
      await requireCheckedIban(change, conditions.driverId)
      return void (await openPlan(change, conditions))
    }
    case 'advance-request': {
      const { plan, ...terms } = input as GrantedTerms & { plan: string }
      await requireCheckedIban(change, (await getPlan(plan, change.now, change.tx)).driver.id)
      return void (await approveRequest(change, plan, terms))
    }
    case 'deposit': {
      const { plan, ...back } = input as { plan: string; amount: Cents; reason: string }
      await requireCheckedIban(change, (await getPlan(plan, change.now, change.tx)).driver.id)
      return movePlan(change, plan, { kind: 'returned', ...back })
    }
    case 'final': {
      const { driver, expected, reason } = input as { driver: string; expected: number; reason: string }
      const week = await findPayingWeek(change.now, change.tx)
      return closeAccount(change, driver, { week, expected, reason })
    }
  }
}

/**
 * Refuses `two-people.iban-unchecked`: this money leaves by no bank file, so nothing else would hold it back from an
 * IBAN that only its writer has seen.
 */
async function requireCheckedIban({ tx }: Change, driver: string): Promise<void> {
  const unchecked = await tx
    .selectFrom('unchecked_ibans')
    .select('id')
    .where('driver_id', '=', readRecordId(driver))
    .executeTakeFirst()
  if (unchecked) throw new Refusal('two-people.iban-unchecked')
}

/**
 * Records that somebody other than its writer has looked at a driver's newest IBAN, so that it may be paid. Refuses
 * `record.not-found` when it does not wait for that, `record.changed-meanwhile` when another IBAN counts by now,
 * `two-people.own` for its writer, and `two-people.fresh`.
 */
export async function checkIban(change: Change, { driver, seen }: { driver: string; seen: string }): Promise<void> {
  const iban = await change.tx
    .selectFrom('unchecked_ibans')
    .select(['id', 'iban_ends', 'added_by'])
    .where('driver_id', '=', readRecordId(driver))
    .executeTakeFirst()
  if (!iban) throw new Refusal('record.not-found')
  if (String(iban.id) !== seen) throw new Refusal('record.changed-meanwhile')
  if (iban.added_by === change.actor.uid) throw new Refusal('two-people.own')
  await refuseFresh([change.actor.uid, iban.added_by], change)
  await change.tx
    .insertInto('iban_checks')
    // oxlint-disable-next-line typescript/no-non-null-assertion -- only a person of the office asks or looks, at an IBAN that was read
    .values({ iban_id: iban.id!, checked_at: change.now.toString(), checked_by: change.actor.uid! })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  change.note({
    subject: `driver:${driver}`,
    before: { ibanEnds: iban.iban_ends, writtenBy: iban.added_by },
    after: { ibanEnds: iban.iban_ends, checked: true },
  })
}

/**
 * Takes back the check of a driver's newest IBAN that was a mistake: it waits again for somebody other than its writer. Refuses
 * `record.not-found` where no check counts, and `two-people.iban-in-file` once a bank file was made with it.
 */
export async function takeBackIbanCheck(change: Change, driver: string): Promise<void> {
  const weeks = await change.tx
    .selectFrom('settlements')
    .select('week')
    .distinct()
    .where('driver_id', '=', readRecordId(driver))
    .where('state', '=', 'approved')
    .execute()
  // A bank file that is being made now counts on the check.
  await lockWeeks(
    change.tx,
    weeks.map(({ week }) => week as Week),
  )
  const [iban] = await listCheckedIbans({ driver }, change.tx)
  if (!iban) throw new Refusal('record.not-found')
  if (iban.isInFile) throw new Refusal('two-people.iban-in-file')
  await change.tx.deleteFrom('iban_checks').where('iban_id', '=', iban.id).execute()
  change.note({
    subject: `driver:${driver}`,
    before: { ibanEnds: iban.ends, checked: true },
    after: { ibanEnds: iban.ends, checked: false },
  })
}

/**
 * Stores a change that waits. `subject`: what it is about, where only one of its kind may wait. `iban`: the IBAN that
 * it would set, sealed; only its ends are shown.
 */
async function storeWaitingChange(
  change: Change,
  kind: LookKind,
  input: Json,
  before: Json,
  after: Json,
  subject: string | null = null,
  iban: string | null = null,
): Promise<void> {
  const waiting = await change.tx
    .insertInto('second_looks')
    .values({
      kind,
      subject,
      input: JSON.stringify(input),
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      // oxlint-disable-next-line typescript/no-non-null-assertion -- only a person of the office asks or looks, at an IBAN that was read
      iban: sealFor('second_looks.iban', change.actor.uid!, iban),
      asked_at: change.now.toString(),
      // oxlint-disable-next-line typescript/no-non-null-assertion -- only a person of the office asks or looks, at an IBAN that was read
      asked_by: change.actor.uid!,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!waiting) throw new Refusal('two-people.asked')
  change.note({ action: 'second-look.ask', subject: `second-look:${waiting.id}`, before, after })
}
