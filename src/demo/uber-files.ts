import { type Week, isoWeek, monday } from '#domain/week.ts'
import { COMPANY, DRIVERS, type DemoDriver, uuid } from './fleet.ts'
import {
  START_HOURS,
  type Drivers,
  type PlatformWeek,
  UNRATED_DRIVER_NUMBER,
  type UberWeek,
  ownRandom,
  platformWeeks,
  ratingOf,
} from './platform-weeks.ts'
import { seededRandom } from './random.ts'
import type { DemoFile } from './written.ts'
import { compactWeek, compactAfter, padTwo, amountWithPoint } from './written.ts'

const ORGANISATION = COMPANY.name
  .normalize('NFD')
  .replaceAll(/\p{Mn}|,/gu, '')
  .toUpperCase()
  .replaceAll(' ', '_')

export function uberPayments(week: Week, weeks: readonly PlatformWeek[]): DemoFile {
  const own = 'Pago a si:Os seus rendimentos'
  const header = [
    'UUID do motorista',
    'Nome próprio do motorista',
    'Apelido do motorista',
    'Pago a si',
    'Pago a si : Os seus rendimentos',
    'Pago a si : Saldo da viagem : Pagamentos : Dinheiro recebido',
    'Pago a si : Os seus rendimentos : Tarifa',
    `${own}:Tarifa:Tarifa`,
    `${own}:Tarifa:Imposto sobre a tarifa`,
    `${own}:Taxa de serviço`,
    `${own}:Gratificação`,
    'Pago a si:Saldo da viagem:Reembolsos:Portagem',
    'Pago a si:Saldo da viagem:Impostos:Imposto sobre a tarifa',
    'Pago a si:Saldo da viagem:Pagamentos:Transferido para uma conta bancária',
  ]
  const rows = weeks.flatMap(({ driver, uber }) => {
    if (!uber || !driver.uber) return []
    const earned = uber.fare - uber.fee + uber.tip
    const figures = [
      paidFor(uber),
      earned,
      -uber.cash,
      uber.fare,
      uber.fare - uber.vat,
      uber.vat,
      -uber.fee,
      uber.tip,
      uber.toll,
      uber.tollTax,
    ]
    return [
      [
        uuid('uber', driver),
        ...driver.uber,
        ...figures.map((amount) => (amount === 0 ? '' : amountWithPoint(amount))),
        '',
      ],
    ]
  })
  const transfer = rows.length * -41_237
  const organisation = [
    COMPANY.uber_org_uuid,
    'CAIS DO VOLANTE',
    'UNIPESSOAL LDA',
    amountWithPoint(transfer),
    ...Array(9).fill(''),
    amountWithPoint(transfer),
  ]
  const name = `${compactWeek(week)}-${compactAfter(week)}-payments_driver-${ORGANISATION}.csv`
  return { name, text: [header, ...rows, organisation].map((cells) => cells.join(',')).join('\n') + '\n' }
}

/** What Uber pays for a week and sends on the Monday after it, in cents. */
export function transferOf(week: Week, drivers: Drivers): number {
  return platformWeeks(week, drivers).reduce((all, { uber }) => all + (uber ? paidFor(uber) : 0), 0)
}

function paidFor({ fare, fee, tip, toll, tollTax, cash }: UberWeek): number {
  return fare - fee + tip + toll + tollTax - cash
}

/** The same money as the report of payments, as one transaction of each driver for each day of six. */
export function orderFile(week: Week, drivers: Drivers): DemoFile {
  const own = 'Pago a si:Os seus rendimentos'
  const header = [
    ...[
      'UUID da transação',
      'UUID do motorista',
      'Nome próprio do motorista',
      'Apelido do motorista',
      'UUID da viagem',
    ],
    ...['Descrição', 'Nome da organização', 'Alias da organização', 'versus relatórios', 'Pago a si'],
    ...['Pago a si : Os seus rendimentos', 'Pago a si : Saldo da viagem : Pagamentos : Dinheiro recebido'],
    ...['Pago a si : Os seus rendimentos : Tarifa', `${own}:Tarifa:Tarifa`, `${own}:Tarifa:Imposto sobre a tarifa`],
    ...[`${own}:Taxa de serviço`, `${own}:Gratificação`, 'Pago a si:Saldo da viagem:Reembolsos:Portagem'],
    'Pago a si:Saldo da viagem:Impostos:Imposto sobre a tarifa',
  ]
  const days = [0, 1, 2, 3, 4, 5]
  const rows = platformWeeks(week, drivers).flatMap(({ driver, uber }, at) => {
    const { uber: name } = driver
    if (!uber || !name) return []
    const share = (amount: number, day: number) =>
      day === 0 ? amount - Math.floor(amount / days.length) * (days.length - 1) : Math.floor(amount / days.length)
    return days.map((day) => {
      const [fare = 0, vat = 0, fee = 0, tip = 0, toll = 0, tollTax = 0, cash = 0] = [
        ...[uber.fare, uber.vat, uber.fee, uber.tip, uber.toll, uber.tollTax, uber.cash],
      ].map((amount) => share(amount, day))
      const id = (kind: string) =>
        `${kind}-${padTwo(isoWeek(week).number)}00-4000-8000-${String(at * 1_000 + day).padStart(12, '0')}`
      const moment = `${monday(week).add({ days: day })} 12:${padTwo(at % 60)}:00`
      const figures = [
        paidFor({ fare, vat, fee, tip, toll, tollTax, cash }),
        ...[fare - fee + tip, -cash, fare, fare - vat, vat, -fee, tip, toll, tollTax],
      ]
      const who = [id('bbbbbbbb'), uuid('uber', driver), ...name, id('cccccccc'), 'trip completed order']
      return [...who, COMPANY.name.replace(',', ''), '', moment, ...figures.map(amountWithPoint)].join(',')
    })
  })
  return {
    name: `${compactWeek(week)}-${compactAfter(week)}-payments_order-${ORGANISATION}.csv`,
    text: [header.join(','), ...rows].join('\n') + '\n',
  }
}

export function uberActivity(week: Week, weeks: readonly PlatformWeek[]): DemoFile {
  const header =
    'UUID do motorista,Nome próprio do motorista,Apelido do motorista,Viagens concluídas,Tempo online (dias: horas: minutos),Tempo em viagem (dias: horas: minutos)'
  const clock = (minutes: number) =>
    [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':')
  const rows = weeks.flatMap(({ driver, uber }) => {
    if (!uber || !driver.uber) return []
    const trips = uberTrips(uber)
    const { online, onTrip } = hoursOf(week, driver, trips)
    return [[uuid('uber', driver), ...driver.uber, trips, clock(online), clock(onTrip)].join(',')]
  })
  return {
    name: `${compactWeek(week)}-${compactAfter(week)}-driver_activity-${ORGANISATION}.csv`,
    text: [header, ...rows].join('\n') + '\n',
  }
}

function uberTrips({ fare }: UberWeek): number {
  return Math.round(fare / 900)
}

/** Minutes online and on trips for a number of trips: each driver has a pace of their own, and weeks that are better or worse. */
function hoursOf(week: Week, { ref }: DemoDriver, trips: number): { online: number; onTrip: number } {
  const place = Number(ref.slice(1))
  const random = seededRandom(Number(compactWeek(week)) + place * 7_919)
  const pace = 24 + ((place * 5) % 13) + random() * 4
  return { online: Math.round(trips * pace), onTrip: Math.round(trips * (14 + random() * 3)) }
}

/** How drivers answered Uber's offers: each has a habit of their own, and one is not rated yet. */
export function qualityFile(week: Week, drivers: Drivers): DemoFile {
  const header =
    'Driver UUID,Driver first name,Driver surname,Trips completed,Confirmation rate,Cancellation rate,Completion rate,Driver ratings (last 4 weeks),Driver ratings (previous 500 trips),Trips accepted (excluding Trip Radar or similar),Trips rejected,Trips cancelled,Trips cancelled – Driver at fault,Trips failed,Total trips assignments'
  const rows = platformWeeks(week, drivers).flatMap(({ driver, uber }) => {
    if (!uber || !driver.uber) return []
    const { random, place } = ownRandom(week, driver, 104_729)
    const completed = uberTrips(uber)
    const cancelled = Math.round((completed * (2 + ((place * 3) % 7) + random() * 3)) / 100)
    const accepted = completed + cancelled
    const offers = Math.round(accepted / (0.62 + ((place * 5) % 11) / 40 + random() * 0.06))
    const rating = ratingOf(place, random)
    const share = (part: number, whole: number) => (part / whole).toFixed(4)
    return [
      [
        ...[uuid('uber', driver), ...driver.uber, completed],
        ...[share(accepted, offers), share(cancelled, accepted), share(completed, accepted)],
        ...(place === UNRATED_DRIVER_NUMBER ? ['', ''] : [rating, ratingOf(place, () => 0.5)]),
        ...[accepted, offers - accepted, cancelled, Math.floor(cancelled / 2), 0, offers],
      ].join(','),
    ]
  })
  return {
    name: `${compactWeek(week)}-${compactAfter(week)}-driver_quality-${ORGANISATION}.csv`,
    text: [header, ...rows].join('\n') + '\n',
  }
}

/** Drivers of the usual demonstration, with the one who leaves. */
const USUAL_DRIVERS = DRIVERS.length + 1

/**
 * The report of trips: who drove which car when, without amounts. Each driver has all trips of the week on six days, or two a day
 * in a fleet that is larger than the usual one.
 */
export function tripFile(week: Week, drivers: Drivers): DemoFile {
  const header =
    'UUID da viagem,UUID do motorista,Nome próprio do motorista,Apelido do motorista,Matrícula,Hora do pedido de viagem,Hora de conclusão da viagem'
  const rows = platformWeeks(week, drivers).flatMap(({ driver, uber }, at) => {
    const { uber: name } = driver
    if (!uber || !name) return []
    return tripTimes(week, driver, drivers.length > USUAL_DRIVERS ? 14 : uberTrips(uber)).map(
      ({ begins, ends }, trip) => {
        const id = `aaaaaaaa-${padTwo(isoWeek(week).number)}00-4000-8000-${String(at * 1_000 + trip).padStart(12, '0')}`
        const clock = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'second' }).replace('T', ' ')
        return [id, uuid('uber', driver), ...name, driver.car.plate, clock(begins), clock(ends)]
      },
    )
  })
  return {
    name: `${compactWeek(week)}-${compactAfter(week)}-trip_activity-${ORGANISATION}.csv`,
    text: [header, ...rows.map((cells) => cells.join(','))].join('\n') + '\n',
  }
}

function tripTimes(week: Week, driver: DemoDriver, trips: number) {
  const { place, random } = ownRandom(week, driver, 15_485_863)
  const begins = START_HOURS[place % START_HOURS.length] ?? 8
  const free = begins > 12 ? 6 : place % 7
  const days = Array.from({ length: 7 }, (_, day) => day).filter((day) => day !== free)
  const { online, onTrip } = hoursOf(week, driver, trips)
  const [pace, length] = [online / trips, onTrip / trips]
  const whole = days.reduce((all, day) => all + shareOfDay(day, place), 0)
  let shareBefore = 0
  return days.flatMap((day) => {
    const before = Math.round((trips * shareBefore) / whole)
    shareBefore += shareOfDay(day, place)
    const count = Math.round((trips * shareBefore) / whole) - before
    const start = monday(week)
      .add({ days: day })
      .toPlainDateTime({ hour: begins, minute: (place * 7) % 60 })
      // Nobody gets up at the same minute, and fewer early at the end of a week.
      .add({ minutes: Math.round(random() * 50) + (day === 5 ? 90 : 0) })
    // One waits long in quiet hours, and hardly at all when everybody wants to ride.
    const waits: number[] = []
    for (let trip = 0; trip < count; trip++) {
      const hour = start.hour + (trip * pace) / 60
      waits.push((0.5 + random()) / demandAt(day, Math.floor(hour) % 24, place))
    }
    const all = waits.reduce((sum, wait) => sum + wait, 0)
    let at = 0
    return waits.map((wait) => {
      at += (wait / all) * count * (pace - length)
      const from = start.add({ seconds: Math.round(at * 60) })
      const takes = length * (0.7 + random() * 0.5)
      at += length
      return { begins: from, ends: from.add({ seconds: Math.round(takes * 60) }) }
    })
  })
}

/** The share of the week's trips that a driver does on a day (0 is Monday), as a weight: more towards the end, and each has a habit. */
function shareOfDay(day: number, place: number): number {
  return (DAYS[day] ?? 1) + ((place * 3 + day * 5) % 7) / 14
}
const DAYS = [0.8, 0.7, 0.85, 1, 1.35, 1.3, 0.7] as const

/** The demand for rides in an hour, 1 in an ordinary one: people on their way to work and home on working days, out in the evening at its end. */
function demandAt(day: number, hour: number, place: number): number {
  const own = (hour + (place % 3)) % 24
  if (day < 5 && (own === 8 || own === 9 || (own >= 18 && own <= 20))) return 3
  if (day >= 4 && (hour >= 21 || hour <= 2)) return 3
  if (day === 6 && hour >= 12 && hour <= 16) return 2
  return hour >= 3 && hour <= 6 ? 0.5 : 1
}
