import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { sha256 } from '#platform/hash.ts'
import { VERSION, templateOf } from '../filling/queries.server.ts'
import { getTemplate, checkTemplate } from './queries.server.ts'
import type { TemplateInput, TemplateName } from './schema.ts'

/**
 * Saves a text as its next version, which new contracts use from now on; returns the version's number. Refuses, each
 * with its line, `contract.template-untitled`, `-unknown`, `-unfillable` and `-undrawable`, and
 * `contract.template-lacks` with what the kind needs; `contract.template-same` when a version has exactly this text,
 * and `record.changed-meanwhile` when somebody else has saved a version since.
 */
export async function writeTemplate(
  change: Change,
  name: TemplateName,
  { body, note, newest }: Omit<TemplateInput, 'driver'>,
): Promise<number> {
  await lockTemplate(change, name)
  const [fault] = checkTemplate(name, body).faults
  if (fault) {
    const { is, ...where } = fault
    throw new Refusal(`contract.template-${is}`, where)
  }
  const template = await getTemplate(name, null, change.tx)
  if (template.newest !== newest) throw new Refusal('record.changed-meanwhile')
  const hash = sha256(body)
  const sameVersion = await sameText(change, name, hash)
  if (sameVersion !== null) throw new Refusal('contract.template-same', { version: sameVersion })
  const version = newest + 1
  await saveVersion(change, name, { version, body, note })
  await choose(change, name, template.version, version)
  return version
}

/**
 * Uses a version for new contracts from now on. Refuses `record.not-found` when there is none, and
 * `contract.template-in-use`.
 */
export async function takeTemplate(change: Change, name: TemplateName, version: number): Promise<void> {
  await lockTemplate(change, name)
  const template = await getTemplate(name, version, change.tx)
  if (template.version === version) throw new Refusal('contract.template-in-use', { version })
  await saveVersion(change, name, { version, body: template.body, note: '' })
  await choose(change, name, template.version, version)
}

/**
 * Saves the row of a version unless it exists, so that contracts can refer to it. The text that comes with the
 * product gets its row only here.
 */
export async function saveVersion(
  change: Change,
  { kind, language }: TemplateName,
  { version, body, note }: { version: number; body: string; note: string },
): Promise<void> {
  await change.tx
    .insertInto('contract_templates')
    .values({ kind, language, version, body, note, sha256: sha256(body), used_since: change.now.toString() })
    .onConflict((conflict) => conflict.columns(['kind', 'language', 'version']).doNothing())
    .execute()
}

async function choose(
  change: Change,
  { kind, language }: TemplateName,
  before: number,
  version: number,
): Promise<void> {
  await change.tx
    .insertInto('contract_template_choices')
    .values({ kind, language, version, since: change.now.toString(), uid: change.actor.uid })
    .execute()
  change.note({
    subject: `contract-template:${kind}/${language}`,
    before: { contract: kind, language, templateVersion: before },
    after: { contract: kind, language, templateVersion: version },
  })
}

async function sameText(change: Change, name: TemplateName, hash: string): Promise<number | null> {
  if (sha256(templateOf(name).trim()) === hash) return VERSION
  const row = await change.tx
    .selectFrom('contract_templates')
    .select('version')
    .where('kind', '=', name.kind)
    .where('language', '=', name.language)
    .where('sha256', '=', hash)
    .executeTakeFirst()
  return row?.version ?? null
}

/** Locks a text, so that only one person at a time changes it. */
async function lockTemplate({ tx }: Change, { kind, language }: TemplateName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`contract-template ${kind} ${language}`}))`.execute(tx)
}
