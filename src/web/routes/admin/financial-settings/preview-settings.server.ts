import { SETTINGS, type SettingName, type SettingValue, shownValueField } from '#domain/financial-settings.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { dryRunSettings } from '#features/settlements/dry-runs/queries.server.ts'
import type { FleetDryRun } from '#features/settlements/dry-runs/schema.ts'
import { findChange } from '#features/company/financial-settings/queries.server.ts'
import { settingsDraft } from '#features/company/financial-settings/schema.ts'
import { errorsOf } from '#web/answer.server.ts'
import type { Reply } from '#web/reply.ts'

/**
 * A setting that differs from what the form showed, because somebody else changed it or another first week was chosen: its
 * value from that week on.
 */
export type StaleSetting = { name: SettingName; from: Week; value: SettingValue }

/** The effect of saving, and what the form that saves it sends. */
export type PlannedChange = {
  from: Week
  changes: { name: SettingName; counting: SettingValue; becomes: SettingValue }[]
  sent: Record<string, string>
  back: string
  dryRun: FleetDryRun
}

export type SettingsPreview = { reply: Reply; stale: StaleSetting[]; planned: PlannedChange | null }

/** The preview for "see what changes", from the address: the form again with its errors, or the effect of saving exactly this. */
export async function previewSettings(request: Request, now: Temporal.Instant): Promise<SettingsPreview | null> {
  const { searchParams } = new URL(request.url)
  const values = Object.fromEntries(searchParams)
  if (values['names'] === undefined) return null
  const again = (wrong: Partial<Reply>, stale: StaleSetting[] = []): SettingsPreview => ({
    reply: { values, fieldErrors: {}, refusal: null, ...wrong },
    stale,
    planned: null,
  })
  if (searchParams.has('again')) return again({})

  const read = settingsDraft.safeParse(values)
  if (!read.success) return again({ fieldErrors: errorsOf(read.error) })
  const draft = read.data
  try {
    const { counting, changed, stale } = await findChange(draft)
    if (stale.length > 0) {
      const fieldErrors = Object.fromEntries(stale.map((name) => [name, ['field.seen-otherwise']]))
      return again(
        { fieldErrors },
        stale.map((name) => ({ name, from: draft.from, value: counting[name] })),
      )
    }
    const sent = ['names', 'from', ...SETTINGS.flatMap(({ name }) => [name, shownValueField(name)])]
    searchParams.set('again', '1')
    const planned: PlannedChange = {
      from: draft.from,
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the name is one of the settings
      changes: changed.map((name) => ({ name, counting: counting[name], becomes: draft.settings[name]! })),
      sent: Object.fromEntries(sent.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))),
      back: `?${searchParams}`,
      dryRun: await dryRunSettings(now, draft),
    }
    return { ...again({}), planned }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return again({ refusal: { code: error.code, params: error.params } })
  }
}
