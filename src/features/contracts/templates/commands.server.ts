import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { sha256 } from '#platform/hash.ts'
import { VERSION, templateOf } from '../filling/queries.server.ts'
import { getTemplate, judge } from './queries.server.ts'
import type { TemplateInput, TemplateName } from './schema.ts'

/**
 * Writes a text as its next version, which new contracts have from now on; answers its number. Refuses, each with its line,
 * `contract.template-untitled`, `-unknown`, `-unfillable` and `-undrawable`, and `contract.template-lacks` with what the kind
 * needs; `contract.template-same` where a version has just this text, and `record.changed-meanwhile` where another was written.
 */
export async function writeTemplate(
  deed: Deed,
  name: TemplateName,
  { body, note, newest }: Omit<TemplateInput, 'driver'>,
): Promise<number> {
  await lockTemplate(deed, name)
  const [fault] = judge(name, body).faults
  if (fault) {
    const { is, ...where } = fault
    throw new Refusal(`contract.template-${is}`, where)
  }
  const template = await getTemplate(name, null, deed.tx)
  if (template.newest !== newest) throw new Refusal('record.changed-meanwhile')
  const hash = sha256(body)
  const same = await sameText(deed, name, hash)
  if (same !== null) throw new Refusal('contract.template-same', { version: same })
  const version = newest + 1
  await keepVersion(deed, name, { version, body, note })
  await choose(deed, name, template.version, version)
  return version
}

/** New contracts have that version from now on. Refuses `record.not-found` for one that is none, and `contract.template-in-use`. */
export async function takeTemplate(deed: Deed, name: TemplateName, version: number): Promise<void> {
  await lockTemplate(deed, name)
  const template = await getTemplate(name, version, deed.tx)
  if (template.version === version) throw new Refusal('contract.template-in-use', { version })
  await keepVersion(deed, name, { version, body: template.body, note: '' })
  await choose(deed, name, template.version, version)
}

/** The row of a version, for what is made from it: that of the text which came with the product is written when it is needed. */
export async function keepVersion(
  deed: Deed,
  { kind, language }: TemplateName,
  { version, body, note }: { version: number; body: string; note: string },
): Promise<void> {
  await deed.tx
    .insertInto('contract_templates')
    .values({ kind, language, version, body, note, sha256: sha256(body), used_since: deed.now.toString() })
    .onConflict((conflict) => conflict.columns(['kind', 'language', 'version']).doNothing())
    .execute()
}

async function choose(deed: Deed, { kind, language }: TemplateName, before: number, version: number): Promise<void> {
  await deed.tx
    .insertInto('contract_template_choices')
    .values({ kind, language, version, since: deed.now.toString(), uid: deed.actor.uid })
    .execute()
  deed.note({
    subject: `contract-template:${kind}/${language}`,
    before: { contract: kind, language, templateVersion: before },
    after: { contract: kind, language, templateVersion: version },
  })
}

async function sameText(deed: Deed, name: TemplateName, hash: string): Promise<number | null> {
  if (sha256(templateOf(name).trim()) === hash) return VERSION
  const found = await deed.tx
    .selectFrom('contract_templates')
    .select('version')
    .where('kind', '=', name.kind)
    .where('language', '=', name.language)
    .where('sha256', '=', hash)
    .executeTakeFirst()
  return found?.version ?? null
}

/** One change of a text at a time. */
async function lockTemplate({ tx }: Deed, { kind, language }: TemplateName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`contract-template ${kind} ${language}`}))`.execute(tx)
}
