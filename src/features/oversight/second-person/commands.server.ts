import { inTransaction } from '#db/client.server.ts'
import type { Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
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
async function waits({ tx, actor }: Deed): Promise<boolean> {
  return actor.uid !== null && (await twoPeopleSince(tx)) !== null
}

/** From now on it takes two. Refuses `two-people.alone` unless at least two people of the office may change money. */
export async function beginRule(deed: Deed): Promise<void> {
  if ((await countMoneyPeople(deed.tx)) < 2) throw new Refusal('two-people.alone')
  if (!(await writeRule(deed, true))) throw new Refusal('two-people.company-missing')
  deed.note({ subject: 'company', before: { twoPeople: false }, after: { twoPeople: true } })
}

/** Whether it takes two from now on; answers whether anything changed. */
async function writeRule({ tx, now }: Deed, takesTwo: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('company')
    .set({ two_people_since: takesTwo ? now.toString() : null })
    .where('two_people_since', takesTwo ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** One is enough again: at once for the command line, and with the word of a second person for anybody else. */
export async function endRule(deed: Deed): Promise<'done' | 'asked'> {
  if (await waits(deed)) {
    await ask(deed, 'rule-off', {}, { twoPeople: true }, { twoPeople: false })
    return 'asked'
  }
  await writeRule(deed, false)
  deed.note({ subject: 'company', before: { twoPeople: true }, after: { twoPeople: false } })
  return 'done'
}

/** Financial settings from a week on, at once or as something that waits. Refuses what `changeSettings` does. */
export async function askForSettings(deed: Deed, input: SettingsInput): Promise<'done' | 'asked'> {
  if (!(await waits(deed))) {
    await changeSettings(deed, input)
    return 'done'
  }
  const { counting, changed, stale } = await findChange(input, deed.tx)
  if (stale.length > 0) throw new Refusal('settings.changed-meanwhile')
  await ask(deed, 'settings', input, Object.fromEntries(changed.map((name) => [name, counting[name]])), {
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
export async function askForCompany(deed: Deed, input: CompanyInput): Promise<'done' | 'asked'> {
  const before = await findCompany(deed.tx)
  const movesMoney = before?.debtorIban != null && input.debtorIban !== null && before.debtorIban !== input.debtorIban
  if (!movesMoney || !(await waits(deed))) {
    await saveCompany(deed, input)
    return 'done'
  }
  const { debtorIban } = before
  await saveCompany(deed, { ...input, debtorIban })
  const ends = (iban: string) => ({ debtorIbanEnds: iban.slice(-4) })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it is asked where the IBAN changes, which both have
  await ask(deed, 'company', {}, ends(debtorIban!), ends(input.debtorIban!), null, input.debtorIban)
  return 'asked'
}

/**
 * A plan of the office, at once; an advance pays money out, and waits. Answers the plan, `null` while it waits. Refuses what
 * `openPlan` does, and `two-people.paper-later` for the paper of a payment that nobody has confirmed.
 */
export async function askForPlan(deed: Deed, conditions: PlanConditions, proof?: File): Promise<string | null> {
  if (conditions.kind !== 'advance' || !(await waits(deed))) return openPlan(deed, conditions, proof)
  if (proof && proof.size > 0) throw new Refusal('two-people.paper-later')
  await rehearse(deed, (tried) => openPlan(tried, conditions))
  const { driverId, total, count, first, reason } = conditions
  const after = { ...(await nameOf(deed, driverId)), amount: total, count, first, reason }
  await ask(deed, 'advance', conditions, {}, after, `driver:${driverId}`)
  return null
}

/** Grants what a driver asked for, at once or as something that waits. Answers the plan, `null` while it waits. Refuses what `approveRequest` does. */
export async function askForApproval(deed: Deed, id: string, terms: GrantedTerms): Promise<string | null> {
  if (!(await waits(deed))) return approveRequest(deed, id, terms)
  await rehearse(deed, (tried) => approveRequest(tried, id, terms))
  const plan = await getPlan(id, deed.now, deed.tx)
  const { total, count, first, reason } = terms
  const before = { amount: plan.total, count: plan.count, first: plan.first }
  const after = { ...(await nameOf(deed, plan.driver.id)), amount: total, count, first, reason }
  await ask(deed, 'advance-request', { plan: id, total, count, first, reason }, before, after, `plan:${id}`)
  return null
}

/** Gives a deposit back, or part of it, at once or as something that waits. Refuses what `movePlan` does. */
export async function askForReturn(
  deed: Deed,
  id: string,
  { amount, reason }: { amount: Cents; reason: string },
): Promise<'done' | 'asked'> {
  const giveBack = (by: Deed) => movePlan(by, id, { kind: 'returned', amount, reason })
  if (!(await waits(deed))) {
    await giveBack(deed)
    return 'done'
  }
  await rehearse(deed, giveBack)
  const { held, driver } = await getPlan(id, deed.now, deed.tx)
  const after = { ...(await nameOf(deed, driver.id)), amount, reason }
  await ask(deed, 'deposit', { plan: id, amount, reason }, { held }, after, `plan:${id}`)
  return 'asked'
}

/**
 * Closes the account of who has left, at once where nothing is paid, else as something that waits. Refuses what
 * `closeAccount` does.
 */
export async function askForFinal(
  deed: Deed,
  driverId: string,
  closing: { week: Week; expected: number; reason: string },
): Promise<'done' | 'asked'> {
  if (closing.expected <= 0 || !(await waits(deed))) {
    await closeAccount(deed, driverId, closing)
    return 'done'
  }
  await rehearse(deed, (tried) => closeAccount(tried, driverId, closing))
  const { expected, reason } = closing
  const driver = await nameOf(deed, driverId)
  await ask(
    deed,
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
async function rehearse(deed: Deed, act: (tried: Deed) => Promise<unknown>): Promise<void> {
  const done = new Error('The rehearsal is over.')
  try {
    await inTransaction(async (tx) => {
      await act({ ...deed, tx, note: () => {} })
      throw done
    })
  } catch (error) {
    if (error !== done) throw error
  }
}

async function nameOf({ tx }: Deed, driverId: string): Promise<{ driver: string; name: string }> {
  const { id, name } = await getDriver(driverId, tx)
  return { driver: id, name }
}

type GrantedTerms = { total: Cents; first: Week; count: number; reason: string }

/**
 * Ends what waits: carried out by somebody else than who asked, declined with a reason, or taken back by who asked. What is
 * carried out is refused as it would be had it just been asked for; it goes on waiting then. Refuses `record.not-found` for
 * what waits no more, `two-people.own` to confirm or decline one's own, `two-people.fresh`, and `two-people.not-own` to take back another's.
 */
export async function decide(deed: Deed, { look, ...input }: Extract<LookInput, { look: number }>): Promise<void> {
  const waiting = await deed.tx
    .selectFrom('second_looks')
    .selectAll()
    .where('id', '=', look)
    .where('decision', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!waiting) throw new Refusal('record.not-found')
  const isOwn = waiting.asked_by === deed.actor.uid
  if (input.intent === 'withdraw' && !isOwn) throw new Refusal('two-people.not-own')
  if (input.intent !== 'withdraw' && isOwn) throw new Refusal('two-people.own')
  if (input.intent === 'accept') {
    await refuseFresh([deed.actor.uid, waiting.asked_by], deed)
    await carryOutLook(deed, waiting)
  }
  const reason = input.intent === 'decline' ? input.reason : null
  await deed.tx
    .updateTable('second_looks')
    .set({
      decision: DECISIONS[input.intent],
      reason,
      decided_at: deed.now.toString(),
      decided_by: deed.actor.uid,
    })
    .where('id', '=', look)
    .execute()
  deed.note({
    subject: `second-look:${look}`,
    before: { askedBy: waiting.asked_by, ...(waiting.before as Record<string, Json>) },
    after: { decision: DECISIONS[input.intent], reason, ...(waiting.after as Record<string, Json>) },
  })
}

const DECISIONS = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const

type Waiting = { kind: string; input: unknown; iban: Uint8Array | null; asked_by: string }

async function carryOutLook(deed: Deed, { kind, input, iban, asked_by }: Waiting): Promise<void> {
  switch (kind as LookKind) {
    case 'settings':
      return changeSettings(deed, input as SettingsInput)
    case 'company': {
      const company = await findCompany(deed.tx)
      if (!company) throw new Refusal('record.not-found')
      const debtorIban = openOf('second_looks.iban', asked_by, iban)
      return saveCompany(deed, { ...company, debtorIban })
    }
    case 'rule-off':
      return void (await writeRule(deed, false))
    case 'advance': {
      const conditions = input as PlanConditions
      await requireCheckedIban(deed, conditions.driverId)
      return void (await openPlan(deed, conditions))
    }
    case 'advance-request': {
      const { plan, ...terms } = input as GrantedTerms & { plan: string }
      await requireCheckedIban(deed, (await getPlan(plan, deed.now, deed.tx)).driver.id)
      return void (await approveRequest(deed, plan, terms))
    }
    case 'deposit': {
      const { plan, ...back } = input as { plan: string; amount: Cents; reason: string }
      await requireCheckedIban(deed, (await getPlan(plan, deed.now, deed.tx)).driver.id)
      return movePlan(deed, plan, { kind: 'returned', ...back })
    }
    case 'final': {
      const { driver, expected, reason } = input as { driver: string; expected: number; reason: string }
      const week = await findPayingWeek(deed.now, deed.tx)
      return closeAccount(deed, driver, { week, expected, reason })
    }
  }
}

/** No bank file holds this money back: an IBAN that nobody but its writer has seen does. */
async function requireCheckedIban({ tx }: Deed, driver: string): Promise<void> {
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
export async function checkIban(deed: Deed, { driver, seen }: { driver: string; seen: string }): Promise<void> {
  const iban = await deed.tx
    .selectFrom('unchecked_ibans')
    .select(['id', 'iban_ends', 'added_by'])
    .where('driver_id', '=', readRecordId(driver))
    .executeTakeFirst()
  if (!iban) throw new Refusal('record.not-found')
  if (String(iban.id) !== seen) throw new Refusal('record.changed-meanwhile')
  if (iban.added_by === deed.actor.uid) throw new Refusal('two-people.own')
  await refuseFresh([deed.actor.uid, iban.added_by], deed)
  await deed.tx
    .insertInto('iban_checks')
    // oxlint-disable-next-line typescript/no-non-null-assertion -- only a person of the office asks or looks, at an IBAN that was read
    .values({ iban_id: iban.id!, checked_at: deed.now.toString(), checked_by: deed.actor.uid! })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  deed.note({
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
  deed: Deed,
  kind: LookKind,
  input: Json,
  before: Json,
  after: Json,
  subject: string | null = null,
  iban: string | null = null,
): Promise<void> {
  const asked = await deed.tx
    .insertInto('second_looks')
    .values({
      kind,
      subject,
      ...{ input: JSON.stringify(input), before: JSON.stringify(before), after: JSON.stringify(after) },
      // oxlint-disable-next-line typescript/no-non-null-assertion -- only a person of the office asks or looks, at an IBAN that was read
      iban: sealFor('second_looks.iban', deed.actor.uid!, iban),
      // oxlint-disable-next-line typescript/no-non-null-assertion -- only a person of the office asks or looks, at an IBAN that was read
      ...{ asked_at: deed.now.toString(), asked_by: deed.actor.uid! },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!asked) throw new Refusal('two-people.asked')
  deed.note({ action: 'second-look.ask', subject: `second-look:${asked.id}`, before, after })
}
