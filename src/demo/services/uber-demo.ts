import { ZONE, previousWeek, weekAt, weekOf } from '#domain/week.ts'
import { COMPANY, DRIVERS, uuid } from '../fleet.ts'
import { orderFile, qualityFile, transferOf, tripFile } from '../uber-files.ts'
import { weekFiles } from '../week-files.ts'
import type { ServiceOrganisation } from './uber-service.ts'

/** Credentials that only the local imitation of Uber accepts. */
export const DEMO_UBER = { id: 'demonstracao-cais-do-volante', secret: 'so-para-a-demonstracao-da-uber' }

/** The index of the driver whom Uber has put on its waiting list. */
const WAITING = 4

/** The invented fleet for the imitation of Uber: the same files as in the weeks, and each Monday the transfer of the week before. */
export const DEMO_ORGANISATION: ServiceOrganisation = {
  id: 'ZGVtb25zdHJhY2FvLWNhaXMtZG8tdm9sYW50ZQ==',
  name: COMPANY.name,
  drivers: DRIVERS.flatMap((driver, at) => {
    const [firstName, lastName] = driver.uber ?? []
    if (firstName === undefined || lastName === undefined) return []
    const onboardingStatus = at === WAITING ? 'ONBOARDING_STATUS_WAITLIST' : 'ONBOARDING_STATUS_ACTIVE'
    return [{ driverUuid: uuid('uber', driver), firstName, lastName, onboardingStatus }]
  }),
  vehicles: DRIVERS.map((driver) => ({ vehicleId: uuid('car', driver), licensePlate: driver.car.plate })),
  file: (report, from) => {
    const at = Temporal.Instant.fromEpochMilliseconds(from)
    if (report === 'payments_organization') return organisationDay(at.toZonedDateTimeISO(ZONE).toPlainDate())
    const week = weekAt(at)
    const files = [
      ...weekFiles(week, false),
      qualityFile(week, DRIVERS),
      tripFile(week, DRIVERS),
      orderFile(week, DRIVERS),
    ]
    return files.find(({ name }) => name.includes(`-${report}-`))?.text ?? null
  },
}

function organisationDay(day: Temporal.PlainDate): string {
  const heads = [
    'UUID da organização',
    'Nome da organização',
    'Pago a si',
    'Pago a si:Saldo da viagem:Pagamentos:Transferido para uma conta bancária',
  ]
  const sent = day.dayOfWeek === 1 ? (transferOf(previousWeek(weekOf(day)), DRIVERS) / -100).toFixed(2) : ''
  return `${heads.join(',')}\n${COMPANY.uber_org_uuid},CAIS DO VOLANTE,,${sent}\n`
}
