import { type Week, isoWeek } from '#domain/week.ts'
import { COMPANY, type DemoDriver, email, phone, uuid } from './fleet.ts'
import {
  START_HOURS,
  type BoltWeek,
  type Drivers,
  type PlatformWeek,
  UNRATED_DRIVER_NUMBER,
  ownRandom,
  platformWeeks,
  ratingOf,
} from './platform-weeks.ts'
import type { DemoFile } from './written.ts'
import { amountWithPoint } from './written.ts'

const BOLT_COLUMNS = [
  ...['Motorista', 'Email', 'Telemóvel', 'Ganhos brutos (total)|€', 'Ganhos brutos (pagamentos na app)|€'],
  ...['IVA sobre os ganhos brutos (pagamentos na app)|€', 'Ganhos brutos (pagamentos em dinheiro)|€'],
  ...['IVA sobre os ganhos brutos (pagamentos em dinheiro)|€', 'Dinheiro recebido|€', 'Gorjetas dos passageiros|€'],
  ...['Ganhos da campanha|€', 'Reembolsos de despesas|€', 'Taxas de cancelamento|€', 'IVA das taxas de cancelamento|€'],
  ...['Portagens|€', 'Taxas de reserva|€', 'IVA das taxas de reserva|€', 'Total de taxas|€', 'Comissões|€'],
  ...['Reembolsos aos passageiros|€', 'Outras taxas|€', 'Ganhos líquidos|€', 'Pagamento previsto|€'],
  ...[
    'Ganhos brutos por hora|€/h',
    'Ganhos líquidos por hora|€/h',
    'Identificador do motorista',
    'Identificador individual',
  ],
  ...['Nível', 'Categorias ativas', 'Viagens pagas com dinheiro ativadas', 'Pontuação de motorista|%'],
  ...['Viagens terminadas', 'Taxa de aceitação total|%', 'Tempo online (min)', 'Utilização|%'],
  ...['Taxa de finalização (todas as viagens)|%', 'Taxa de finalização (viagens aceites)|%'],
  ...['Distância média das viagens|km', 'Distância total das viagens|km', 'Classificação média do motorista|★'],
]

export function boltEarnings(week: Week, weeks: readonly PlatformWeek[]): DemoFile {
  const rows = weeks.flatMap(({ driver, bolt }) => {
    if (!bolt || !driver.bolt) return []
    const app = bolt.app + bolt.tolls
    const gross = app + bolt.cash + bolt.tip + bolt.campaign
    const net = gross - bolt.commission
    const work = boltWork(week, driver, bolt)
    const hours = work.minutes / 60
    const vat = (amount: number) => Math.round((amount * 6) / 106)
    const figures = [
      ...[gross, app, vat(bolt.app), bolt.cash, vat(bolt.cash), bolt.cash, bolt.tip, bolt.campaign, 0, 0, 0],
      ...[bolt.tolls, 0, 0, bolt.commission, bolt.commission, 0, 0, net, net - bolt.cash],
      ...[Math.round(gross / hours), Math.round(net / hours)],
    ]
    return [
      [
        driver.bolt,
        email(driver),
        phone(driver),
        ...figures.map(amountWithPoint),
        uuid('bolt', driver),
        uuid('individual', driver),
        ...work.cells,
      ],
    ]
  })
  const { year, number } = isoWeek(week)
  const lines = [BOLT_COLUMNS, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(','))
  return {
    name: `Ganhos por motorista-${year}W${String(number).padStart(2, '0')}-${COMPANY.name.toUpperCase()}.csv`,
    text: lines.join('\n'),
  }
}

/** The work of each driver for Bolt in a week, in cents, minutes and metres: Bolt's file has its sums, the orders its parts. */
export function boltWeeks(week: Week, drivers: Drivers) {
  return platformWeeks(week, drivers).flatMap(({ driver, bolt }) => {
    if (!bolt || !driver.bolt) return []
    const { trips, minutes, metres } = boltWork(week, driver, bolt)
    const begins = START_HOURS[Number(driver.ref.slice(1)) % START_HOURS.length] ?? 8
    return [{ driver, bolt, trips, minutes, metres, begins }]
  })
}

type BoltWork = { trips: number; minutes: number; metres: number; cells: string[] }

/** The columns at the end of Bolt's report, about how a driver worked. */
function boltWork(week: Week, driver: DemoDriver, { app, cash }: BoltWeek): BoltWork {
  const { place, random } = ownRandom(week, driver, 32_452_843)
  const trips = Math.max(1, Math.round((app + cash) / 780))
  const minutes = trips * (27 + ((place * 4) % 13) + random() * 5)
  const tripMinutes = trips * (13 + random() * 3)
  const acceptance = Math.round(38 + ((place * 9) % 41) + random() * 8)
  const finished = Math.round(78 + ((place * 3) % 17) + random() * 4)
  const metres = Math.round(trips * (6_200 + ((place * 311) % 2_400) + random() * 900))
  return {
    trips,
    minutes,
    metres,
    cells: [
      ...['Silver', 'Bolt', driver.cash ? 'sim' : 'não', String(Math.round(70 + random() * 25)), String(trips)],
      ...[String(acceptance), minutes.toFixed(2), String(Math.round((tripMinutes * 100) / minutes))],
      ...[String(Math.round((acceptance * finished) / 100)), String(finished)],
      ...[
        (metres / trips / 1_000).toFixed(2),
        (metres / 1_000).toFixed(2),
        place === UNRATED_DRIVER_NUMBER ? '' : ratingOf(place, random),
      ],
    ],
  }
}
