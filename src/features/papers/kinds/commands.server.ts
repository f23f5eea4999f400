import { randomBytes } from 'node:crypto'
import { order } from '#db/queue.server.ts'
import type { PaperHolder } from '#domain/paper.ts'
import { Refusal } from '#domain/refusal.ts'
import { REGIMES } from '#domain/terms.ts'
import { CAR_TITLES } from '#domain/vehicle.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { getKind, paperRules } from './queries.server.ts'
import type { AgeLimitInput, KindInput, NewKindInput, RulesInput } from './schema.ts'

/**
 * Saves a kind as the form has it; for one that becomes sensitive, the stored files are deleted. Refuses
 * `record.not-found` and `record.changed-meanwhile`.
 */
export async function saveKind(change: Change, code: string, input: KindInput): Promise<void> {
  const before = await getKind(code, change.tx)
  const saved = await change.tx
    .updateTable('paper_kinds')
    .set({ ...columns(before.holder, input), is_used: input.isUsed, version: input.version + 1 })
    .where('code', '=', code)
    .where('version', '=', input.version)
    .returning('code')
    .executeTakeFirst()
  if (!saved) throw new Refusal('record.changed-meanwhile')
  if (input.isSensitive && !before.isSensitive) await forgetFilesOf(change, code)
  const { version: _before, ...was } = before
  change.note({
    subject: `paper-kind:${code}`,
    before: logFields(was),
    after: logFields(await getKind(code, change.tx)),
  })
}

async function forgetFilesOf({ tx }: Change, code: string): Promise<void> {
  const rows = await tx
    .selectFrom('papers')
    .select('file_sha256 as sha256')
    .distinct()
    .where('kind', '=', code)
    .where('file_sha256', 'is not', null)
    .execute()
  await tx.updateTable('papers').set({ file_sha256: null, file_name: null }).where('kind', '=', code).execute()
  for (const { sha256 } of rows) if (sha256 !== null) await order(tx, forgetFile, { sha256 })
}

/** Creates a kind of document; answers its code. */
export async function createKind(change: Change, input: NewKindInput): Promise<string> {
  const word = input.nameEn
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 28)
  const code = `${word || 'paper'}-${randomBytes(3).toString('hex')}`
  await change.tx
    .insertInto('paper_kinds')
    .values({ code, holder: input.holder, ...columns(input.holder, input) })
    .execute()
  change.note({ subject: `paper-kind:${code}`, after: logFields(await getKind(code, change.tx)) })
  return code
}

/** Sets the age limit of cars from a day on; for a day that has one already, corrects it. */
export async function saveAgeLimit(change: Change, { from, years, electricYears }: AgeLimitInput): Promise<void> {
  const limit = { years, electric_years: electricYears }
  await change.tx
    .insertInto('car_age_limits')
    .values({ from_on: from, ...limit })
    .onConflict((conflict) => conflict.column('from_on').doUpdateSet(limit))
    .execute()
  change.note({ subject: 'paper-rules', after: { ageFrom: from, years, electricYears } })
}

/** Turns on or off what a missing document blocks. Refuses `record.changed-meanwhile`. */
export async function saveRules(change: Change, { version, ...input }: RulesInput): Promise<void> {
  const { version: _before, ...before } = await paperRules(change.tx)
  const saved = await change.tx
    .updateTable('paper_rules')
    .set({
      stops_assigning: input.stopsAssigning,
      stops_paying: input.stopsPaying,
      needs_contract: input.needsContract,
      version: version + 1,
    })
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  if (!saved) throw new Refusal('record.changed-meanwhile')
  change.note({ subject: 'paper-rules', before, after: input })
}

/** The groups of holders to which a kind of document may be restricted. */
const APPLY: Readonly<Record<PaperHolder, readonly string[]>> = { driver: REGIMES, car: CAR_TITLES, company: [] }

/**
 * The columns of a kind, without those that make no sense for its holder: a car has a title and no regime, sends
 * no documents and is not paid.
 */
function columns(holder: PaperHolder, input: Omit<NewKindInput, 'holder'>) {
  const isDrivers = holder === 'driver'
  return {
    name_pt: input.namePt,
    name_en: input.nameEn,
    applies_to: input.appliesTo.filter((group) => APPLY[holder].includes(group)),
    has_expiry: input.hasExpiry,
    valid_months: input.hasExpiry ? input.validMonths : null,
    needed_to_drive: input.drive,
    needed_to_assign: input.assign,
    needed_to_pay: isDrivers && input.pay,
    from_driver: isDrivers && input.fromDriver,
    is_sensitive: input.isSensitive,
    at_roadside: input.atRoadside,
    first_after_months: holder === 'car' ? input.firstAfterMonths : null,
  }
}

function logFields({ name, needed, appliesTo, ...kind }: Omit<Awaited<ReturnType<typeof getKind>>, 'version'>) {
  return { ...kind, namePt: name.pt, nameEn: name.en, ...needed, appliesTo: appliesTo.join(', ') }
}
