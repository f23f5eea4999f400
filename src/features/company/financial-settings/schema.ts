import { z } from 'zod'
import { readTypedCents } from '#domain/amount.ts'
import {
  SETTINGS,
  type SettingKind,
  type SettingName,
  type SettingValue,
  isValidSetting,
  shownValueField,
} from '#domain/financial-settings.ts'
import type { Week } from '#domain/week.ts'
import { chosenWeek, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

type Values = Partial<Record<SettingName, SettingValue>>

export type SettingsDraft = {
  /** The first week of the new values. */
  from: Week
  /** The settings that the person changed. */
  settings: Values
  /** The values that the form showed when it was opened; missing when the draft is not from a form. */
  seen?: Values
}
export type SettingsInput = SettingsDraft & { reason: string }

const firstWeek = z.object({
  from: chosenWeek(),
})

/**
 * Settings as typed, with the Monday from which they hold. A browser sends nothing for a switch that is off, so the
 * form lists its settings in `names`, separated by spaces. Values that were not changed are left out.
 */
export const settingsDraft = z.looseObject({ names: z.string() }).transform((typed, ctx): SettingsDraft => {
  const read = firstWeek.safeParse(typed)
  for (const { code: _code, ...issue } of read.error?.issues ?? []) ctx.addIssue({ ...issue, code: 'custom' })
  const names = new Set(typed.names.split(' '))
  const settings: Values = {}
  const seen: Values = {}
  for (const { name, kind } of SETTINGS.filter((setting) => names.has(setting.name))) {
    const text = String(typed[name] ?? '').trim()
    const value = FIELDS[kind].read(text)
    const shown = seenValue(kind, typed[shownValueField(name)])
    if (isValidSetting(name, shown)) seen[name] = shown
    if (!isValidSetting(name, value))
      ctx.addIssue({ code: 'custom', path: [name], message: text === '' ? 'field.required' : FIELDS[kind].message })
    else if (value !== shown) settings[name] = value
  }
  return read.success ? { from: read.data.from, settings, seen } : z.NEVER
})

export const settingsReason = record({ reason: line(500) }, () => 'page.settings.reason')

/** The form that saves: the draft that was previewed, with a reason. */
export const settingsInput = settingsDraft.and(settingsReason.input)

type FieldKind = { read: (text: string) => number | string | null; message: string }

const FIELDS: Readonly<Record<SettingKind, FieldKind>> = {
  // "4,5" percent is 450 hundredths, read in the way of an amount.
  money: { read: readTypedCents, message: 'field.money' },
  percent: { read: readTypedCents, message: 'field.percent' },
  count: { read: readWholeNumber, message: 'field.number' },
  hours: { read: readWholeNumber, message: 'field.hours' },
  weekday: { read: readWholeNumber, message: 'field.choice' },
  'vat-field': { read: readWholeNumber, message: 'field.choice' },
  switch: { read: (text) => (text === '' ? 0 : 1), message: 'field.choice' },
  'trip-vat': { read: (text) => text, message: 'field.choice' },
}

function readWholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** Reads a hidden field, which has the setting as it is stored and not as it is typed. */
function seenValue(kind: SettingKind, text: unknown): unknown {
  return kind === 'trip-vat' || typeof text !== 'string' || text === '' ? text : Number(text)
}
