import { showPlate } from '#domain/identifiers.ts'
import { upkeep } from '#features/fleet/upkeep/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { fieldText } from '#forms/record.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'

/** A value of a list of cars as a person reads it. */
export function carFieldText(field: string, value: string, t: Translator): string {
  if (field === 'plate') return showPlate(value)
  if (field in vehicleRecord.fields) return fieldText(vehicleRecord, field, value, t)
  if (field in upkeep.title.fields) return fieldText(upkeep.title, field, value, t)
  if (field.startsWith('until:')) return value === '' ? t('page.carList.noEnd') : formatDayShort(value, t.language)
  return value === '' ? t('page.carList.noNumber') : value
}
