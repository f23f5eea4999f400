import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { saveCompany } from '#features/company/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import type { CompanyInput } from '#features/company/schema.ts'
import { changeSettings } from '#features/financial-settings/commands.server.ts'
import { findChange } from '#features/financial-settings/queries.server.ts'
import type { SettingsInput } from '#features/financial-settings/schema.ts'
import type { Json } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { countMoneyPeople, twoPeopleSince } from './queries.server.ts'
import type { LookInput, LookKind } from './schema.ts'

/** Whether what this person does waits for another one. The command line is nobody's second person, and does not wait. */
async function waits({ tx, actor }: Deed): Promise<boolean> {
  return actor.uid !== null && (await twoPeopleSince(tx)) !== null
}

/** From now on it takes two. Refuses `two-people.alone` unless at least two people of the office may change money. */
export async function beginRule(deed: Deed): Promise<void> {
  if ((await countMoneyPeople(deed.tx)) < 2) throw new Refusal('two-people.alone')
  const { numUpdatedRows } = await deed.tx
    .updateTable('company')
    .set({ two_people_since: deed.now.toString() })
    .where('two_people_since', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('two-people.company-missing')
  deed.note({ subject: 'company', before: { twoPeople: false }, after: { twoPeople: true } })
}

/** One is enough again: at once for the command line, and with the word of a second person for anybody else. */
export async function endRule(deed: Deed): Promise<'done' | 'asked'> {
  if (await waits(deed)) {
    await ask(deed, 'rule-off', {}, { twoPeople: true }, { twoPeople: false })
    return 'asked'
  }
  await deed.tx.updateTable('company').set({ two_people_since: null }).execute()
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
  const movesMoney = before?.debtorIban != null && before.debtorIban !== input.debtorIban
  if (!movesMoney || !(await waits(deed))) {
    await saveCompany(deed, input)
    return 'done'
  }
  const { debtorIban } = before
  await saveCompany(deed, { ...input, debtorIban })
  await ask(deed, 'company', { debtorIban: input.debtorIban }, { debtorIban }, { debtorIban: input.debtorIban })
  return 'asked'
}

/**
 * Ends what waits: carried out by somebody else than who asked, declined with a reason, or taken back by who asked. What is
 * carried out is refused as it would be had it just been asked for; it goes on waiting then. Refuses `record.not-found` for
 * what waits no more, `two-people.own` to confirm or decline one's own, and `two-people.not-own` to take back another's.
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
  if (input.intent === 'accept') await carryOutLook(deed, waiting.kind as LookKind, waiting.input)
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

async function carryOutLook(deed: Deed, kind: LookKind, input: unknown): Promise<void> {
  switch (kind) {
    case 'settings':
      return changeSettings(deed, input as SettingsInput)
    case 'company': {
      const company = await findCompany(deed.tx)
      if (!company) throw new Refusal('record.not-found')
      const { debtorIban } = input as Pick<CompanyInput, 'debtorIban'>
      return saveCompany(deed, { ...company, debtorIban, sepaFormat: company.sepaFormat as CompanyInput['sepaFormat'] })
    }
    case 'rule-off':
      await deed.tx.updateTable('company').set({ two_people_since: null }).execute()
  }
}

/**
 * Says of a driver's newest IBAN that somebody else than its writer looked at it: it may be paid then. Refuses
 * `record.not-found` when it does not wait for that, `record.changed-meanwhile` when another one counts by now, and
 * `two-people.own` to who wrote it.
 */
export async function checkIban(deed: Deed, { driver, seen }: { driver: string; seen: string }): Promise<void> {
  const iban = await deed.tx
    .selectFrom('unchecked_ibans')
    .select(['id', 'iban', 'added_by'])
    .where('driver_id', '=', readRecordId(driver))
    .executeTakeFirst()
  if (!iban) throw new Refusal('record.not-found')
  if (iban.iban !== seen) throw new Refusal('record.changed-meanwhile')
  if (iban.added_by === deed.actor.uid) throw new Refusal('two-people.own')
  await deed.tx
    .insertInto('iban_checks')
    .values({ iban_id: iban.id!, checked_at: deed.now.toString(), checked_by: deed.actor.uid! })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  deed.note({
    subject: `driver:${driver}`,
    before: { ibanEnds: iban.iban.slice(-4), writtenBy: iban.added_by },
    after: { ibanEnds: iban.iban.slice(-4), checked: true },
  })
}

async function ask(deed: Deed, kind: LookKind, input: Json, before: Json, after: Json): Promise<void> {
  const asked = await deed.tx
    .insertInto('second_looks')
    .values({
      kind,
      ...{ input: JSON.stringify(input), before: JSON.stringify(before), after: JSON.stringify(after) },
      ...{ asked_at: deed.now.toString(), asked_by: deed.actor.uid! },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!asked) throw new Refusal('two-people.asked')
  deed.note({ action: 'second-look.ask', subject: `second-look:${asked.id}`, before, after })
}
