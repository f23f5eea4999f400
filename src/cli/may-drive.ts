import { Refusal } from '#domain/refusal.ts'
import { readDay } from '#domain/week.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { readFleet } from '#features/papers/readiness/queries.server.ts'
import type { CarReadiness, MissingThing, Readiness } from '#features/papers/readiness/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import type { Answer, Call } from './command.ts'

/** Shows who may drive on a day, and which of the held cars may be driven. */
export async function showWhoMayDrive({ options, t }: Call): Promise<Answer> {
  const day = dayOf(options['on'])
  const { drivers, cars } = await readFleet(day)
  const byPlate = new Map(cars.map((car) => [car.plate, car]))
  const json = drivers.map((driver) => ({
    ref: driver.ref,
    name: driver.name,
    ...answerJson(driver),
    cars: driver.cars.flatMap((plate) => carJson(byPlate.get(plate))),
  }))
  const text = drivers.map((driver) =>
    [
      ...[driver.ref, driver.name, driver.cars.join(' '), t(driver.may ? 'cli.mayDriveYes' : 'cli.mayDriveNo')],
      ...[driver.until ?? '', driver.missing.map((requirement) => missingName(requirement, t)).join(', ')],
    ].join('\t'),
  )
  return { json: { on: day, drivers: json }, text: text.join('\n') }
}

function dayOf(typed: unknown): string {
  if (typeof typed !== 'string') return dayAt(Temporal.Now.instant())
  const day = readDay(typed)
  if (day === null) throw new Refusal('payment.day-unread', { typed })
  return day.toString()
}

function carJson(car: CarReadiness | undefined) {
  return car === undefined ? [] : [{ plate: car.plate, ...answerJson(car) }]
}

function answerJson({ may, until, missing }: Readiness) {
  return { may, until, missing: missing.map(missingJson) }
}

export function missingJson(missing: MissingThing) {
  if (missing.kind === 'contract') return { what: missing.kind, ended: missing.ended }
  if (missing.kind === 'age') return { what: missing.kind, plate: missing.car.plate, ended: missing.ended }
  if (missing.kind !== 'paper') return { what: missing.kind, until: missing.until }
  const { kind, paper, holder, car, ended, onItsWay } = missing
  return { what: kind, paper, of: holder, plate: car?.plate ?? null, ended, on_its_way: onItsWay }
}

export function missingName(missing: MissingThing, t: Translator): string {
  return missing.kind === 'paper'
    ? (missing.name?.[t.language] ?? missing.paper)
    : t(`cli.mayDriveMissing.${missing.kind}`)
}
