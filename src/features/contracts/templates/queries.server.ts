import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { CONTRACT_KINDS, CONTRACT_LANGUAGES, PLACEHOLDERS, fillText } from '#domain/contract.ts'
import { faultsOf, signsOf } from '#domain/contract-template.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { isDrawnWhole } from '#integrations/pdf/fonts.ts'
import { translator } from '#messages/translate.ts'
import { VERSION, knownFilling, templateOf, termWords } from '../filling/queries.server.ts'
import type { Judged, TemplateName, TemplateVersion, TemplateView, WholeTemplate } from './schema.ts'

/** Reads a template's name from an address. Refuses `record.not-found` for any other. */
export function readTemplateName(kind: string, language: string): TemplateName {
  const found = {
    kind: CONTRACT_KINDS.find((contractKind) => contractKind === kind),
    language: CONTRACT_LANGUAGES.find((contractLanguage) => contractLanguage === language),
  }
  if (!found.kind || !found.language) throw new Refusal('record.not-found')
  return { kind: found.kind, language: found.language }
}

/** The text that new contracts use. */
export async function templateInUse(
  name: TemplateName,
  on: Kysely<DB> = db,
): Promise<{ version: number; body: string }> {
  const chosen = await selectChoices(on)
    .where('kind', '=', name.kind)
    .where('language', '=', name.language)
    .executeTakeFirst()
  const version = chosen?.version ?? VERSION
  return { version, body: await templateBody(name, version, on) }
}

/** Every text with its version in use, in the order in which the office chooses kinds. */
export async function listTemplates(on: Kysely<DB> = db): Promise<TemplateView[]> {
  const [chosen, versions] = await Promise.all([selectChoices(on).execute(), versionsOf(on)])
  return CONTRACT_KINDS.flatMap((kind) =>
    CONTRACT_LANGUAGES.map((language) => {
      const isThis = (template: { kind: string; language: string }) =>
        template.kind === kind && template.language === language
      const inUse = chosen.find(isThis)
      const versionsOfThis = versions.filter(isThis)
      return {
        kind,
        language,
        version: inUse?.version ?? VERSION,
        since: inUse?.since.toString() ?? null,
        newest: Math.max(VERSION, ...versionsOfThis.map(({ version }) => version)),
        contracts: versionsOfThis.reduce((sum, { contracts }) => sum + contracts, 0),
      }
    }),
  )
}

/**
 * One text, in the version in use or in the given one. Refuses `record.not-found` for a version that does not exist.
 */
export async function getTemplate(
  name: TemplateName,
  askedVersion: number | null = null,
  on: Kysely<DB> = db,
): Promise<WholeTemplate> {
  const view = (await listTemplates(on)).find(
    (template) => template.kind === name.kind && template.language === name.language,
  )
  if (!view) throw new Refusal('record.not-found')
  const written = (await versionsOf(on))
    .filter((version) => version.kind === name.kind && version.language === name.language)
    .map(({ version, note, contracts, used_since }): TemplateVersion => ({
      version,
      note,
      contracts,
      writtenAt: version === VERSION ? null : used_since.toString(),
    }))
  const shipped = { version: VERSION, writtenAt: null, note: '', contracts: 0 }
  const versions = written.some(({ version }) => version === VERSION) ? written : [...written, shipped]
  const shown = askedVersion ?? view.version
  return { ...view, shown, body: await templateBody(name, shown, on), versions }
}

/**
 * The faults that prevent the use of a text as a template of its kind, and the signs about which a lawyer would ask.
 */
export function checkTemplate({ kind }: Pick<TemplateName, 'kind'>, body: string): Judged {
  return { faults: faultsOf(kind, body, isDrawnWhole), signs: signsOf(body) }
}

/**
 * A text filled for a driver with a contract from today, even if the text has faults. An open placeholder shows its
 * name in brackets.
 */
export async function previewTemplate(
  { kind, language }: TemplateName,
  body: string,
  driver: string | null,
  now: Temporal.Instant,
): Promise<string> {
  const known = driver === null ? {} : await knownFilling({ driver, kind, language, follows: null }, now)
  const startsOn = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const t = translator(language)
  return fillText(body, { ...known, ...termWords({ startsOn, endsOn: null, kind }, language) }, (name) =>
    PLACEHOLDERS.includes(name) ? `[${t(`page.contracts.placeholders.${name}`)}]` : `{{${name}}}`,
  )
}

/** The text of a version, with its placeholders. Refuses `record.not-found` for a version that does not exist. */
export async function templateBody({ kind, language }: TemplateName, version: number, on: Kysely<DB>): Promise<string> {
  if (version === VERSION) return templateOf({ kind, language })
  const { body } = await on
    .selectFrom('contract_templates')
    .select('body')
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('version', '=', version)
    .executeTakeFirstOrThrow(() => new Refusal('record.not-found'))
  return body
}

/** Selects the last choice of each text. */
function selectChoices(on: Kysely<DB>) {
  return on
    .selectFrom('contract_template_choices')
    .distinctOn(['kind', 'language'])
    .select(['kind', 'language', 'version', 'since'])
    .orderBy('kind')
    .orderBy('language')
    .orderBy('id', 'desc')
}

/** SQL for the version that was last chosen for the text of a row with `kind` and `language`; `null` when none was. */
export function chosenVersion(of: 'contract_preparations') {
  return sql<number | null>`(select version from contract_template_choices chosen
    where chosen.kind = ${sql.ref(`${of}.kind`)} and chosen.language = ${sql.ref(`${of}.language`)} order by id desc limit 1)`
}

function versionsOf(on: Kysely<DB>) {
  return on
    .selectFrom('contract_templates')
    .select(['kind', 'language', 'version', 'note', 'used_since'])
    .select(
      sql<number>`(select count(*)::int from contracts made where made.kind = contract_templates.kind
        and made.language = contract_templates.language
        and made.template_version = contract_templates.version)`.as('contracts'),
    )
    .orderBy('version', 'desc')
    .execute()
}
