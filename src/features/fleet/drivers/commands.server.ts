import { firstOf } from '#domain/certain.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { sealedIban, sealedNif } from '#db/sealed-columns.server.ts'
import { markedRef, shownRef } from '#domain/driver.ts'
import { normalKey } from '#domain/identifiers.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { takeOver } from '#domain/terms-of-two.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, ZONE, nextWeek, weekAt, weekName } from '#domain/week.ts'
import { type Deed, actorHasPower } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { addKey, releaseKey } from '#features/fleet/keys/commands.server.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { voidInvitations } from '#features/sessions/one-time-links/commands.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { requireStanding } from '#features/fleet/standing/queries.server.ts'
import {
  APPROVED,
  type AgreedTerms,
  type TermsRules,
  contactKeys,
  findPerson,
  getDriver,
  getTerms,
  listTerms,
  listRemovedKeys,
  listTies,
} from './queries.server.ts'
import {
  type DriverInput,
  type DriverKeyInput,
  type IbanInput,
  type NewDriverInput,
  type NewTermsInput,
  type TermsInput,
  driverRecord,
} from './schema.ts'

/** What a record knows besides its IBAN. */
type Record = Omit<NewDriverInput, 'iban' | 'holder'>

/**
 * Takes a driver in; answers the id. Without a short name it gets the next free one (M12).
 * Refuses `driver.ref-taken`, and `key.taken` when the e-mail or phone is another driver's.
 */
export async function createDriver(deed: Deed, input: NewDriverInput): Promise<string> {
  const ref = input.ref ?? (await nextRef(deed.tx))
  await refuseTakenRef(deed.tx, ref, null)
  const id = crypto.randomUUID()
  await deed.tx
    .insertInto('drivers')
    .values({ id, name: input.name, ...columns(id, input), ref, created_at: deed.now.toString() })
    .execute()
  deed.note({ subject: `driver:${id}`, after: remembered({ ...input, ref }) })
  for (const key of contactKeys(input)) await addKey(deed, key.source, key, { driverId: id })
  if (input.iban) await changeIban(deed, id, { iban: input.iban, holder: input.holder })
  return id
}

/**
 * The same for a person the office takes in by hand, who has no record yet. Refuses `driver.known` when NIF or e-mail are
 * another driver's: who comes back keeps the old record.
 */
export async function createNewcomer(deed: Deed, input: NewDriverInput): Promise<string> {
  const known = await findPerson(input, deed.tx)
  if (known) throw new Refusal('driver.known', { id: known.id, ref: known.ref, driver: known.name })
  return createDriver(deed, input)
}

/**
 * Keeps a record as the form has it; e-mail and phone move as match keys too. Without a NIF the one that is known stays,
 * unless it is said to be wrong (`dropNif`).
 * Refuses what `requireStanding` does, `record.changed-meanwhile`, `driver.ref-taken`, `key.taken`, and `driver.has-left` for
 * another state or last day than the recorded departure says.
 */
export async function saveDriver(
  deed: Deed,
  id: string,
  { dropNif = false, ...given }: Omit<DriverInput, 'dropNif'> & { dropNif?: boolean },
): Promise<void> {
  await requireStanding(id, deed.tx)
  const before = await getDriver(id, deed.tx)
  const input = { ...given, nif: given.nif ?? (dropNif ? null : before.nif) }
  const stays = input.status === before.status && input.endedOn === before.endedOn
  if (before.hasLeft && !stays) throw new Refusal('driver.has-left')
  const ref = input.ref ?? before.ref
  await refuseTakenRef(deed.tx, ref, id)
  const written = await deed.tx
    .updateTable('drivers')
    .set({ ...columns(id, input), ref, version: input.version + 1 })
    .where('id', '=', id)
    .where('version', '=', input.version)
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('record.changed-meanwhile')
  await noteSuspension(deed, id, input.status)

  const [had, has] = [contactKeys(before), contactKeys(input)]
  const gone = had.filter((old) => !has.some((key) => key.kind === old.kind && key.value === old.value))
  for (const { source, kind, value } of gone) await releaseKey(deed, id, { source, kind, value })
  for (const key of has) await addKey(deed, key.source, key, { driverId: id })
  deed.note({ subject: `driver:${id}`, before: remembered(before), after: remembered({ ...input, ref }) })
}

/** The days on which somebody is suspended: from the day the record says so until the day before it says something else. */
export async function noteSuspension({ tx, now }: Deed, id: string, status: string): Promise<void> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const open = await tx
    .selectFrom('driver_suspensions')
    .select(['id', 'from_on'])
    .where('driver_id', '=', id)
    .where('until_on', 'is', null)
    .executeTakeFirst()
  if ((open !== undefined) === (status === 'suspended')) return
  if (!open) await tx.insertInto('driver_suspensions').values({ driver_id: id, from_on: today.toString() }).execute()
  else if (open.from_on === today.toString())
    await tx.deleteFrom('driver_suspensions').where('id', '=', open.id).execute()
  else {
    const until = today.subtract({ days: 1 }).toString()
    await tx.updateTable('driver_suspensions').set({ until_on: until }).where('id', '=', open.id).execute()
  }
}

async function nextRef(tx: Tx): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ ref: string }>`select 'M' || nextval('driver_numbers') as ref`.execute(tx)
    const ref = firstOf(rows).ref
    const taken = await tx.selectFrom('drivers').select('id').where('ref', '=', ref).executeTakeFirst()
    if (!taken) return ref
  }
}

async function refuseTakenRef(tx: Tx, ref: string, ownId: string | null): Promise<void> {
  const taken = await tx.selectFrom('drivers').select(['id', 'name']).where('ref', '=', ref).executeTakeFirst()
  if (taken && taken.id !== ownId) throw new Refusal('driver.ref-taken', { ref, driver: taken.name })
}

function columns(id: string, input: Record) {
  return { ...driverRecord.columns(input), ...sealedNif('drivers.nif', id, input.nif) }
}

/** What the audit log keeps of a record: of the NIF, only its end. */
function remembered(record: Record) {
  return { ...driverRecord.only(record), nifEnds: record.nif?.slice(-3) ?? null }
}

/**
 * Puts away a record that was made by mistake: it is in no list any more, its names are free, and its short name too. Refuses
 * `record.not-found`, and `driver.in-use` while anything speaks of the driver (`listTies`).
 */
export async function removeDriver(deed: Deed, id: string, reason: string): Promise<void> {
  await lockBalances(deed.tx)
  await deed.tx.selectFrom('drivers').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  const driver = await getDriver(id, deed.tx)
  if (driver.removedAt !== null || driver.mergedInto !== null) throw new Refusal('record.changed-meanwhile')
  if ((await listTies(id, deed.tx)).length > 0) throw new Refusal('driver.in-use')
  for (const { source, kind, value } of await listKeys({ driverId: id }, deed.tx)) {
    await deed.tx.insertInto('removed_keys').values({ driver_id: id, source, kind, value }).execute()
    await releaseKey(deed, id, { source, kind, value })
  }
  await deed.tx.deleteFrom('released_keys').where('driver_id', '=', id).execute()
  await voidInvitations(deed.tx, id)
  await deed.tx
    .updateTable('drivers')
    .set({ removed_at: deed.now.toString(), ref: markedRef(driver), version: driver.version + 1 })
    .where('id', '=', id)
    .execute()
  deed.note({ subject: `driver:${id}`, before: { removed: false }, after: { removed: true, reason } })
}

/**
 * The record was no mistake: it is back with its names, and with the next short name when its own was given away. A name
 * that somebody else has by now stays with them (`listRemovedKeys` says which). Refuses `record.changed-meanwhile`.
 */
export async function restoreDriver(deed: Deed, id: string): Promise<void> {
  await deed.tx.selectFrom('drivers').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
  const driver = await getDriver(id, deed.tx)
  if (driver.removedAt === null) throw new Refusal('record.changed-meanwhile')
  const own = shownRef(driver.ref)
  const taken = await deed.tx.selectFrom('drivers').select('id').where('ref', '=', own).executeTakeFirst()
  const ref = taken ? await nextRef(deed.tx) : own
  const names = await listRemovedKeys(driver, deed.tx)
  await deed.tx
    .updateTable('drivers')
    .set({ removed_at: null, ref, version: driver.version + 1 })
    .where('id', '=', id)
    .execute()
  for (const { source, key, owner } of names) if (owner === null) await addKey(deed, source, key, { driverId: id })
  await deed.tx.deleteFrom('removed_keys').where('driver_id', '=', id).execute()
  const lost = names.filter(({ owner }) => owner !== null).map(({ key }) => key.value)
  deed.note({ subject: `driver:${id}`, before: { removed: true }, after: { removed: false, ref, lost } })
}

/** Remembers a platform's name for a driver. Refuses what `requireStanding` does, and `key.taken`. */
export async function addDriverKey(deed: Deed, driverId: string, input: DriverKeyInput): Promise<void> {
  await requireStanding(driverId, deed.tx)
  const [source, kind] = input.name.split(':') as [Source, KeyKind]
  await addKey(deed, source, normalKey({ kind, value: input.value }), { driverId })
}

/**
 * Gives a driver another account to be paid to. The first one that a bank would take counts at once when somebody with
 * `money` gives it; a change, and a first one from anybody else, waits (`ibanHoldHours`). A change is told to the driver by
 * e-mail, so that somebody else's hand is noticed before money moves: at the address of the record, which the office may
 * change, and at the account's, which nobody but its holder changes. The same account changes nothing. Refuses what
 * `requireStanding` does.
 */
export async function changeIban(deed: Deed, driverId: string, { iban, holder }: IbanInput): Promise<void> {
  await requireStanding(driverId, deed.tx)
  const driver = await getDriver(driverId, deed.tx)
  await deed.tx.selectFrom('drivers').select('id').where('id', '=', driverId).forNoKeyUpdate().execute()
  const [current, ...earlier] = await deed.tx
    .selectFrom('driver_ibans')
    .select(['iban_index', 'iban_ends', 'iban_valid', 'holder', 'held_until'])
    .where('driver_id', '=', driverId)
    .orderBy('id', 'desc')
    .execute()
  const index = blindIndex('iban', iban)
  const isSame = (one: { iban_index: Buffer | null }) => one.iban_index?.equals(index) ?? false
  if (current && isSame(current) && (current.holder ?? driver.name) === (holder ?? driver.name)) return

  // No money ever went to an account that no bank would take: what replaces it is compared with the one before.
  const payable = [...(current ? [current] : []), ...earlier].find((one) => one.iban_valid)
  const isChange = payable !== undefined && !isSame(payable)
  const waits = isChange || (payable === undefined && !(await actorHasPower(deed, 'money')))
  const { ibanHoldHours } = await settingsIn(weekAt(deed.now), deed.tx)
  const heldUntil = waits ? deed.now.add({ hours: ibanHoldHours }) : (payable?.held_until ?? null)
  await deed.tx
    .insertInto('driver_ibans')
    .values({
      driver_id: driverId,
      ...sealedIban(driverId, iban),
      holder,
      added_at: deed.now.toString(),
      held_until: heldUntil?.toString() ?? null,
      added_by: deed.actor.uid,
    })
    .execute()
  deed.note({
    subject: `driver:${driverId}`,
    before: { ibanEnds: current?.iban_ends ?? null },
    after: { ibanEnds: iban.slice(-4), heldUntil: heldUntil?.toString() ?? null },
  })
  if (isChange) {
    const facts = { ends: iban.slice(-4), heldUntil: heldUntil?.toString() ?? '' }
    await writeNotices(deed, [driverId], { kind: 'iban-changed', ...facts })
  }
  if (isChange) await announceIban(deed, driver, iban, heldUntil)
}

async function announceIban(
  deed: Deed,
  driver: { id: string; name: string; email: string | null; language: string },
  iban: string,
  heldUntil: Temporal.Instant | null,
): Promise<void> {
  const account = await deed.tx
    .selectFrom('drivers')
    .innerJoin('users', 'users.uid', 'drivers.uid')
    .select('users.email')
    .where('drivers.id', '=', driver.id)
    .executeTakeFirst()
  const recipients = new Set([driver.email, account?.email].filter((address) => address != null))
  if (recipients.size === 0) return
  await deed.tx
    .insertInto('mail_outbox')
    .values(
      [...recipients].map((recipient) => ({
        recipient,
        language: driver.language,
        template: 'iban-changed',
        params: JSON.stringify({ name: driver.name, ends: iban.slice(-4), heldUntil: heldUntil?.toString() ?? '' }),
        driver_id: driver.id,
        created_at: deed.now.toString(),
      })),
    )
    .execute()
}

/**
 * Agrees terms from a week on, until the next ones. Refuses what `requireStanding` does, `terms.week-taken` when some begin
 * that week already, and `terms.week-approved` when a week they would cover is approved: what was approved stays as it was.
 */
export async function addTerms(deed: Deed, driverId: string, { from, terms, reason }: NewTermsInput): Promise<void> {
  await lockBalances(deed.tx)
  await requireStanding(driverId, deed.tx)
  const next = await deed.tx
    .selectFrom('terms')
    .select('valid_from')
    .where('driver_id', '=', driverId)
    .where('withdrawn_at', 'is', null)
    .where('valid_from', '>=', from)
    .orderBy('valid_from')
    .executeTakeFirst()
  if (next?.valid_from === from) throw new Refusal('terms.week-taken', { week: weekName(from) })
  const approved = await deed.tx
    .selectFrom('settlements')
    .select('week')
    .where('driver_id', '=', driverId)
    .where('state', 'in', APPROVED)
    .where('week', '>=', from)
    .where('week', '<', next?.valid_from ?? 'infinity')
    .orderBy('week', 'desc')
    .executeTakeFirst()
  if (approved) throw new Refusal('terms.week-approved', { week: weekName(approved.week as Week) })

  await writeTerms(deed, driverId, { from, terms, reason })
  deed.note({ subject: `driver:${driverId}`, after: { termsFrom: from, terms, reason } })
}

/**
 * Corrects terms no approved week stands on: the corrected ones are new, and these are kept as they were. Refuses what
 * `requireStanding` does, `terms.week-approved`, and `record.changed-meanwhile` when somebody else withdrew them.
 */
export async function changeTerms(
  deed: Deed,
  driverId: string,
  termsId: number,
  { terms, reason }: TermsInput,
): Promise<void> {
  const before = await withdrawTerms(deed, driverId, termsId, 'change', reason)
  await writeTerms(deed, driverId, { from: before.from, terms, reason })
  deed.note({
    subject: `driver:${driverId}`,
    before: { termsFrom: before.from, terms: before.terms, reason: before.reason },
    after: { termsFrom: before.from, terms, reason },
  })
}

/** Takes terms back that no approved week stands on; the ones before count again. Refuses as `changeTerms`. */
export async function removeTerms(deed: Deed, driverId: string, termsId: number, reason: string): Promise<void> {
  const before = await withdrawTerms(deed, driverId, termsId, 'removal', reason)
  deed.note({
    subject: `driver:${driverId}`,
    before: { termsFrom: before.from, terms: before.terms, reason: before.reason },
    after: { reason },
  })
}

/** Never beside the approval of a week that stands on them, nor beside another hand on the same terms. */
async function withdrawTerms(
  deed: Deed,
  driverId: string,
  termsId: number,
  purpose: 'change' | 'removal',
  reason: string,
): Promise<AgreedTerms> {
  await lockBalances(deed.tx)
  await requireStanding(driverId, deed.tx)
  const terms = await getTerms(driverId, termsId, deed.tx)
  if (terms.withdrawn) throw new Refusal('record.changed-meanwhile')
  if (terms.approvedWeek) throw new Refusal('terms.week-approved', { week: weekName(terms.approvedWeek as Week) })
  await deed.tx
    .updateTable('terms')
    .set({
      withdrawn_at: deed.now.toString(),
      withdrawn_by: deed.actor.uid,
      withdrawn_for: purpose,
      withdrawal_reason: reason,
    })
    .where('id', '=', termsId)
    .execute()
  return terms
}

/**
 * What was agreed with one record holds for another: where only `from` has terms, or had them earlier, they are written for
 * `to` as well. Preferred, those of `from` also take the place of those of `to` from its first open week on. Answers what
 * was written and withdrawn, to be given back.
 */
export async function takeOverTerms(
  deed: Deed,
  { from, to, prefer, reason }: { from: string; to: string; prefer: 'gone' | 'stays'; reason: string },
): Promise<{ written: number[]; withdrawn: number[] }> {
  const [theirs, own] = [await listTerms(from, deed.tx), await listTerms(to, deed.tx)].map((terms) =>
    terms.toReversed(),
  )
  const approved = await deed.tx
    .selectFrom('settlements')
    .select(sql<string | null>`max(week)`.as('week'))
    .where('driver_id', '=', to)
    .where('state', 'in', APPROVED)
    .executeTakeFirstOrThrow()
  const open = approved.week === null ? null : nextWeek(approved.week as Week)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- two lists were asked for
  const { copied, withdrawn } = takeOver(theirs!, own!, { open, prefer })
  for (const { id } of withdrawn) await withdrawTerms(deed, to, id, 'removal', reason)
  return { written: await copyTerms(deed, to, copied, reason), withdrawn: withdrawn.map(({ id }) => id) }
}

async function copyTerms(
  deed: Deed,
  driverId: string,
  copies: readonly Pick<AgreedTerms, 'from' | 'terms'>[],
  reason: string,
): Promise<number[]> {
  const ids: number[] = []
  for (const { from, terms } of copies) ids.push(await writeTerms(deed, driverId, { from, terms, reason }))
  return ids
}

/** Terms that were taken over are withdrawn, and those they took the place of are agreed again. */
export async function giveBackTerms(
  deed: Deed,
  driverId: string,
  { written, withdrawn }: { written: readonly number[]; withdrawn: readonly number[] },
  reason: string,
): Promise<void> {
  const live = await listTerms(driverId, deed.tx)
  for (const { id } of live.filter((one) => written.includes(one.id)))
    await withdrawTerms(deed, driverId, id, 'removal', reason)
  for (const id of withdrawn) {
    const { from, terms } = await getTerms(driverId, id, deed.tx)
    await writeTerms(deed, driverId, { from, terms, reason })
  }
}

async function writeTerms(
  deed: Deed,
  driverId: string,
  { from, terms, reason }: { from: string; terms: Terms; reason: string },
): Promise<number> {
  const { id } = await deed.tx
    .insertInto('terms')
    .values({
      driver_id: driverId,
      valid_from: from,
      ...termsColumns(terms),
      reason,
      created_at: deed.now.toString(),
      created_by: deed.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function termsColumns({ regime, fee, tripVat, tollPolicy, rent, rentByDays, split, ...rest }: Terms) {
  // The rates of VAT are the settings', not the driver's.
  const { transportVat: _transport, normalVat: _normal, ...more } = rest
  const rules: TermsRules = {
    ...more,
    ...(fee.mode === 'percent' && fee.floor !== undefined ? { floor: fee.floor } : {}),
    ...(fee.mode === 'percent' && fee.cap !== undefined ? { cap: fee.cap } : {}),
    ...(split?.chargingCap === undefined ? {} : { chargingCap: split.chargingCap }),
  }
  return {
    rules: JSON.stringify(rules),
    regime,
    fee_mode: fee.mode,
    fee_cents: fee.mode === 'fixed' ? fee.amount : null,
    fee_always: fee.mode === 'fixed' && fee.always,
    fee_basis_points: fee.mode === 'percent' ? fee.rate : null,
    fee_base: fee.mode === 'percent' ? fee.base : null,
    trip_vat: tripVat,
    toll_policy: tollPolicy,
    rent_cents: rent,
    rent_by_days: rentByDays,
    driver_share_basis_points: split?.driverShare ?? null,
    energy_cap_cents: split?.energyCap ?? null,
  }
}
