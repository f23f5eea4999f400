import { inTransaction } from '#db/client.server.ts'
import type { Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveCompany } from '#features/company/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import type { CompanyInput } from '#features/company/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
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
import { countMoneyPeople, refuseFresh, twoPeopleSince } from './queries.server.ts'
import type { LookInput, LookKind } from './schema.ts'

/** Whether what this person does waits for another one. The command line is nobody's second person, and does not wait. */
async function waits({ tx, actor }: Change): Promise<boolean> {
  return actor.uid !== null && (await twoPeopleSince(tx)) !== null
}

/** From now on it takes two. Refuses `two-people.alone` unless at least two people of the office may change money. */
export async function beginRule(change: Change): Promise<void> {
  if ((await countMoneyPeople(change.tx)) < 2) throw new Refusal('two-people.alone')
  if (!(await writeRule(change, true))) throw new Refusal('two-people.company-missing')
  change.note({ subject: 'company', before: { twoPeople: false }, after: { twoPeople: true } })
}

/** Whether it takes two from now on; answers whether anything changed. */
async function writeRule({ tx, now }: Change, takesTwo: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('company')
    .set({ two_people_since: takesTwo ? now.toString() : null })
    .where('two_people_since', takesTwo ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** One is enough again: at once for the command line, and with the word of a second person for anybody else. */
export async function endRule(change: Change): Promise<'done' | 'asked'> {
  if (await waits(change)) {
    await ask(change, 'rule-off', {}, { twoPeople: true }, { twoPeople: false })
    return 'asked'
  }
  await writeRule(change, false)
  change.note({ subject: 'company', before: { twoPeople: true }, after: { twoPeople: false } })
  return 'done'
}

/** Financial settings from a week on, at once or as something that waits. Refuses what `changeSettings` does. */
export async function askForSettings(change: Change, input: SettingsInput): Promise<'done' | 'asked'> {
  if (!(await waits(change))) {
    await changeSettings(change, input)
    return 'done'
  }
  const { counting, changed, stale } = await findChange(input, change.tx)
  if (stale.length > 0) throw new Refusal('settings.changed-meanwhile')
  await ask(change, 'settings', input, Object.fromEntries(changed.map((name) => [name, counting[name]])), {
    from: input.from,
    reason: input.reason,
    ...Object.fromEntries(changed.map((name) => [name, input.settings[name] ?? null])),
  })
  return 'asked'
}

/**
 * The operator's own data, at once; another account to pay from is asked for apart, and all else is kept.
 * Refuses what `saveCompany` does.
 */
export async function askForCompany(change: Change, input: CompanyInput): Promise<'done' | 'asked'> {
  const before = await findCompany(change.tx)
  const movesMoney = before?.debtorIban != null && input.debtorIban !== null && before.debtorIban !== input.debtorIban
  if (!movesMoney || !(await waits(change))) {
    await saveCompany(change, input)
    return 'done'
  }
  const { debtorIban } = before
  await saveCompany(change, { ...input, debtorIban })
  const ends = (iban: string) => ({ debtorIbanEnds: iban.slice(-4) })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it is asked where the IBAN changes, which both have
  await ask(change, 'company', {}, ends(debtorIban!), ends(input.debtorIban!), null, input.debtorIban)
  return 'asked'
}

/**
 * A plan of the office, at once; an advance pays money out, and waits. Answers the plan, `null` while it waits. Refuses what
 * `openPlan` does, and `two-people.paper-later` for the paper of a payment that nobody has confirmed.
 */
export async function askForPlan(change: Change, conditions: PlanConditions, proof?: File): Promise<string | null> {
  if (conditions.kind !== 'advance' || !(await waits(change))) return openPlan(change, conditions, proof)
  if (proof && proof.size > 0) throw new Refusal('two-people.paper-later')
  await rehearse(change, (tried) => openPlan(tried, conditions))
  const { driverId, total, count, first, reason } = conditions
  const after = { ...(await nameOf(change, driverId)), amount: total, count, first, reason }
  await ask(change, 'advance', conditions, {}, after, `driver:${driverId}`)
  return null
}

/** Grants what a driver asked for, at once or as something that waits. Answers the plan, `null` while it waits. Refuses what `approveRequest` does. */
export async function askForApproval(change: Change, id: string, terms: GrantedTerms): Promise<string | null> {
  if (!(await waits(change))) return approveRequest(change, id, terms)
  await rehearse(change, (tried) => approveRequest(tried, id, terms))
  const plan = await getPlan(id, change.now, change.tx)
  const { total, count, first, reason } = terms
  const before = { amount: plan.total, count: plan.count, first: plan.first }
  const after = { ...(await nameOf(change, plan.driver.id)), amount: total, count, first, reason }
  await ask(change, 'advance-request', { plan: id, total, count, first, reason }, before, after, `plan:${id}`)
  return null
}

/** Gives a deposit back, or part of it, at once or as something that waits. Refuses what `movePlan` does. */
export async function askForReturn(
  change: Change,
  id: string,
  { amount, reason }: { amount: Cents; reason: string },
): Promise<'done' | 'asked'> {
  const giveBack = (by: Change) => movePlan(by, id, { kind: 'returned', amount, reason })
  if (!(await waits(change))) {
    await giveBack(change)
    return 'done'
  }
  await rehearse(change, giveBack)
  const { held, driver } = await getPlan(id, change.now, change.tx)
  const after = { ...(await nameOf(change, driver.id)), amount, reason }
  await ask(change, 'deposit', { plan: id, amount, reason }, { held }, after, `plan:${id}`)
  return 'asked'
}

/**
 * Closes the account of who has left, at once where nothing is paid, else as something that waits. Refuses what
 * `closeAccount` does.
 */
export async function askForFinal(
  change: Change,
  driverId: string,
  closing: { week: Week; expected: number; reason: string },
): Promise<'done' | 'asked'> {
  if (closing.expected <= 0 || !(await waits(change))) {
    await closeAccount(change, driverId, closing)
    return 'done'
  }
  await rehearse(change, (tried) => closeAccount(tried, driverId, closing))
  const { expected, reason } = closing
  const driver = await nameOf(change, driverId)
  await ask(
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
 * What would be refused is refused when it is asked for, by doing it and taking it back. In a transaction of its own: a
 * journal takes no entries of a part of one.
 */
async function rehearse(change: Change, act: (tried: Change) => Promise<unknown>): Promise<void> {
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
 * Ends what waits: carried out by somebody else than who asked, declined with a reason, or taken back by who asked. What is
 * carried out is refused as it would be had it just been asked for; it goes on waiting then. Refuses `record.not-found` for
 * what waits no more, `two-people.own` to confirm or decline one's own, `two-people.fresh`, and `two-people.not-own` to take back another's.
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

/** No bank file holds this money back: an IBAN that nobody but its writer has seen does. */
async function requireCheckedIban({ tx }: Change, driver: string): Promise<void> {
  const unchecked = await tx
    .selectFrom('unchecked_ibans')
    .select('id')
    .where('driver_id', '=', readRecordId(driver))
    .executeTakeFirst()
  if (unchecked) throw new Refusal('two-people.iban-unchecked')
}

/**
 * Says of a driver's newest IBAN that somebody else than its writer looked at it: it may be paid then. Refuses
 * `record.not-found` when it does not wait for that, `record.changed-meanwhile` when another one counts by now, and
 * `two-people.own` to who wrote it, and `two-people.fresh`.
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
 * `subject`: what it is about, where only one of its kind may wait. `iban`: what the request would set, sealed; what is
 * shown of it are its ends.
 */
async function ask(
  change: Change,
  kind: LookKind,
  input: Json,
  before: Json,
  after: Json,
  subject: string | null = null,
  iban: string | null = null,
): Promise<void> {
  const asked = await change.tx
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
  if (!asked) throw new Refusal('two-people.asked')
  change.note({ action: 'second-look.ask', subject: `second-look:${asked.id}`, before, after })
}
