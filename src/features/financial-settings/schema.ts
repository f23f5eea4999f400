import { z } from 'zod'
import { readTypedCents } from '#domain/amount.ts'
import { SETTINGS, type SettingName, type SettingValue, fits } from '#domain/financial-settings.ts'
import { type Week, readDay, readWeek } from '#domain/week.ts'

export type SettingsInput = {
  from: Week
  reason: string
  /** Those of the part that was on the form. */
  settings: Partial<Record<SettingName, SettingValue>>
}

const head = z.object({
  from: z
    .string()
    .refine((text) => readDay(text)?.dayOfWeek === 1, 'field.choice')
    .transform(readWeek),
  reason: z.string().trim().min(1, 'field.required').max(500, 'field.too-long'),
})

/**
 * Some settings as typed, with the Monday they begin on and the reason. Of a switch that is off nothing arrives, so the
 * form names the settings it asks for in `names`, one after the other.
 */
export const settingsInput = z.looseObject({ names: z.string() }).transform((typed, ctx): SettingsInput => {
  const read = head.safeParse(typed)
  for (const { code: _code, ...issue } of read.error?.issues ?? []) ctx.addIssue({ ...issue, code: 'custom' })
  const asked = new Set(typed.names.split(' '))
  const settings: SettingsInput['settings'] = {}
  for (const { name, kind } of SETTINGS.filter((one) => asked.has(one.name))) {
    const text = String(typed[name] ?? '').trim()
    const value = { money: hundredths, percent: hundredths, count: whole, switch: isOn, 'trip-vat': asIs }[kind](text)
    if (fits(name, value)) settings[name] = value
    else ctx.addIssue({ code: 'custom', path: [name], message: text === '' ? 'field.required' : MESSAGES[kind] })
  }
  return { from: read.data?.from ?? readWeek('2020-01-06'), reason: read.data?.reason ?? '', settings }
})

const MESSAGES = {
  money: 'field.money',
  percent: 'field.percent',
  count: 'field.number',
  switch: 'field.choice',
  'trip-vat': 'field.choice',
}

/** "4,5" percent is 450 hundredths, read as an amount is. */
function hundredths(text: string): number | null {
  return readTypedCents(text)
}

function whole(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

function isOn(text: string): number {
  return text === '' ? 0 : 1
}

function asIs(text: string): string {
  return text
}
