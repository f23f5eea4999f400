import { type Week, ZONE, isoWeek, monday, sunday } from '#domain/week.ts'
import { COMPANY, DRIVERS, type DemoDriver, card, email, phone, uuid } from './fleet.ts'

export type DemoFile = { name: string; text: string }

/**
 * The files of one week of the invented fleet, in the true formats and with sums that hold. The same week gives the same
 * files. `withQuestion` adds a passage of a plate nobody knows; `drivers` may be another fleet of the same make.
 */
export function weekFiles(week: Week, withQuestion: boolean, drivers = DRIVERS): DemoFile[] {
  const random = weekRandom(week)
  const weeks = drivers.map((driver) => platformWeek(driver, random))
  return [
    uberPayments(week, weeks),
    uberActivity(week, weeks),
    boltEarnings(week, weeks),
    viaVerde(week, drivers, random, withQuestion),
    prioFuel(week, drivers, random),
    prioElectric(week, drivers, random),
  ]
}

function weekRandom(week: Week): () => number {
  return mulberry(Number(compact(week)))
}

/** What each driver made on the platforms, as the files of money have it. */
function platformWeeks(week: Week, drivers: Drivers): PlatformWeek[] {
  const random = weekRandom(week)
  return drivers.map((driver) => platformWeek(driver, random))
}

function uberTrips({ fare }: UberWeek): number {
  return Math.round(fare / 900)
}

type Drivers = readonly DemoDriver[]
type PlatformWeek = { driver: DemoDriver; uber: UberWeek | null; bolt: BoltWeek | null; trips: number }
type UberWeek = { fare: number; vat: number; fee: number; tip: number; toll: number; tollTax: number; cash: number }
type BoltWeek = { app: number; cash: number; tip: number; campaign: number; tolls: number; commission: number }

function platformWeek(driver: DemoDriver, random: () => number): PlatformWeek {
  const swing = 0.86 + random() * 0.28
  const cashShare = driver.cash ? 0.04 + random() * 0.05 : 0
  let uber: UberWeek | null = null
  if (driver.uber) {
    const fare = Math.round(driver.fares.uber * swing)
    const toll = Math.round(200 + random() * 2_400)
    uber = {
      fare,
      vat: Math.round((fare * 6) / 106),
      fee: Math.round(fare * 0.25),
      tip: Math.round(random() * 1_800),
      toll,
      tollTax: Math.round(toll * 0.06),
      cash: Math.round(fare * cashShare),
    }
  }
  let bolt: BoltWeek | null = null
  if (driver.bolt) {
    const gross = Math.round(driver.fares.bolt * swing * (0.9 + random() * 0.2))
    const cash = Math.round(gross * cashShare)
    bolt = {
      app: gross - cash,
      cash,
      tip: Math.round(random() * 700),
      campaign: random() < 0.3 ? 1_000 : 0,
      tolls: Math.round(random() * 900),
      commission: Math.round(gross * 0.2),
    }
  }
  return { driver, uber, bolt, trips: Math.round(((uber?.fare ?? 0) + (bolt?.app ?? 0)) / 900) }
}

const ORGANISATION = COMPANY.name
  .normalize('NFD')
  .replaceAll(/\p{Mn}|,/gu, '')
  .toUpperCase()
  .replaceAll(' ', '_')

function uberPayments(week: Week, weeks: readonly PlatformWeek[]): DemoFile {
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
    return [[uuid('uber', driver), ...driver.uber, ...figures.map((amount) => (amount === 0 ? '' : point(amount))), '']]
  })
  const transfer = rows.length * -41_237
  const organisation = [
    COMPANY.uber_org_uuid,
    'CAIS DO VOLANTE',
    'UNIPESSOAL LDA',
    point(transfer),
    ...Array(9).fill(''),
    point(transfer),
  ]
  const name = `${compact(week)}-${compactAfter(week)}-payments_driver-${ORGANISATION}.csv`
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
        `${kind}-${pad(isoWeek(week).number)}00-4000-8000-${String(at * 1_000 + day).padStart(12, '0')}`
      const moment = `${monday(week).add({ days: day })} 12:${pad(at % 60)}:00`
      const figures = [
        paidFor({ fare, vat, fee, tip, toll, tollTax, cash }),
        ...[fare - fee + tip, -cash, fare, fare - vat, vat, -fee, tip, toll, tollTax],
      ]
      const who = [id('bbbbbbbb'), uuid('uber', driver), ...name, id('cccccccc'), 'trip completed order']
      return [...who, COMPANY.name.replace(',', ''), '', moment, ...figures.map(point)].join(',')
    })
  })
  return {
    name: `${compact(week)}-${compactAfter(week)}-payments_order-${ORGANISATION}.csv`,
    text: [header.join(','), ...rows].join('\n') + '\n',
  }
}

function uberActivity(week: Week, weeks: readonly PlatformWeek[]): DemoFile {
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
    name: `${compact(week)}-${compactAfter(week)}-driver_activity-${ORGANISATION}.csv`,
    text: [header, ...rows].join('\n') + '\n',
  }
}

/** Minutes for so many trips: each driver has a pace of their own, and weeks that are better or worse. */
function hoursOf(week: Week, { ref }: DemoDriver, trips: number): { online: number; onTrip: number } {
  const place = Number(ref.slice(1))
  const random = mulberry(Number(compact(week)) + place * 7_919)
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
        ...(place === UNRATED ? ['', ''] : [rating, ratingOf(place, () => 0.5)]),
        ...[accepted, offers - accepted, cancelled, Math.floor(cancelled / 2), 0, offers],
      ].join(','),
    ]
  })
  return {
    name: `${compact(week)}-${compactAfter(week)}-driver_quality-${ORGANISATION}.csv`,
    text: [header, ...rows].join('\n') + '\n',
  }
}

/** The place of the driver of whom no passenger has said anything yet. */
const UNRATED = 9

function ratingOf(place: number, random: () => number): string {
  return (4.7 + ((place * 7) % 23) / 100 + random() * 0.06).toFixed(2)
}

function ownRandom(week: Week, { ref }: DemoDriver, salt: number) {
  const place = Number(ref.slice(1))
  return { place, random: mulberry(Number(compact(week)) + place * salt) }
}

/** Drivers of the usual demonstration, with the one who leaves. */
const USUAL = DRIVERS.length + 1

/** Hours of the day at which each driver begins; who begins late is free on Sunday, so that no trip is next week's. */
const BEGINS = [6, 7, 14, 8, 17, 6, 9, 15] as const

/**
 * Which car each driver of Uber drove when, and no amount that would count: each trip of the week on six days, or two a day
 * in a fleet that is larger than the usual one.
 */
export function tripFile(week: Week, drivers: Drivers): DemoFile {
  const header =
    'UUID da viagem,UUID do motorista,Nome próprio do motorista,Apelido do motorista,Matrícula,Hora do pedido de viagem,Hora de conclusão da viagem'
  const rows = platformWeeks(week, drivers).flatMap(({ driver, uber }, at) => {
    const { uber: name } = driver
    if (!uber || !name) return []
    return tripTimes(week, driver, drivers.length > USUAL ? 14 : uberTrips(uber)).map(({ begins, ends }, trip) => {
      const id = `aaaaaaaa-${pad(isoWeek(week).number)}00-4000-8000-${String(at * 1_000 + trip).padStart(12, '0')}`
      const clock = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'second' }).replace('T', ' ')
      return [id, uuid('uber', driver), ...name, driver.car.plate, clock(begins), clock(ends)]
    })
  })
  return {
    name: `${compact(week)}-${compactAfter(week)}-trip_activity-${ORGANISATION}.csv`,
    text: [header, ...rows.map((cells) => cells.join(','))].join('\n') + '\n',
  }
}

function tripTimes(week: Week, driver: DemoDriver, trips: number) {
  const { place, random } = ownRandom(week, driver, 15_485_863)
  const begins = BEGINS[place % BEGINS.length] ?? 8
  const free = begins > 12 ? 6 : place % 7
  const days = Array.from({ length: 7 }, (_, day) => day).filter((day) => day !== free)
  const { online, onTrip } = hoursOf(week, driver, trips)
  const [pace, length] = [online / trips, onTrip / trips]
  const whole = days.reduce((all, day) => all + busyness(day, place), 0)
  let asked = 0
  return days.flatMap((day) => {
    const before = Math.round((trips * asked) / whole)
    asked += busyness(day, place)
    const count = Math.round((trips * asked) / whole) - before
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

/** How much of a week a driver drives on each of its days, Monday first: more towards its end, and each has a habit. */
function busyness(day: number, place: number): number {
  return (DAYS[day] ?? 1) + ((place * 3 + day * 5) % 7) / 14
}
const DAYS = [0.8, 0.7, 0.85, 1, 1.35, 1.3, 0.7] as const

/** How many ask for a ride in an hour: people on their way to work and home on working days, out in the evening at its end. */
function demandAt(day: number, hour: number, place: number): number {
  const own = (hour + (place % 3)) % 24
  if (day < 5 && (own === 8 || own === 9 || (own >= 18 && own <= 20))) return 3
  if (day >= 4 && (hour >= 21 || hour <= 2)) return 3
  if (day === 6 && hour >= 12 && hour <= 16) return 2
  return hour >= 3 && hour <= 6 ? 0.5 : 1
}

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

function boltEarnings(week: Week, weeks: readonly PlatformWeek[]): DemoFile {
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
        ...figures.map(point),
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

/** What each driver drove for Bolt in a week, in cents, minutes and metres: what its file sums up, its orders tell one by one. */
export function boltWeeks(week: Week, drivers: Drivers) {
  return platformWeeks(week, drivers).flatMap(({ driver, bolt }) => {
    if (!bolt || !driver.bolt) return []
    const { trips, minutes, metres } = boltWork(week, driver, bolt)
    const begins = BEGINS[Number(driver.ref.slice(1)) % BEGINS.length] ?? 8
    return [{ driver, bolt, trips, minutes, metres, begins }]
  })
}

type BoltWork = { trips: number; minutes: number; metres: number; cells: string[] }

/** How a driver worked on Bolt, in the last columns of its report. */
function boltWork(week: Week, driver: DemoDriver, { app, cash }: BoltWeek): BoltWork {
  const { place, random } = ownRandom(week, driver, 32_452_843)
  const trips = Math.max(1, Math.round((app + cash) / 780))
  const minutes = trips * (27 + ((place * 4) % 13) + random() * 5)
  const busy = trips * (13 + random() * 3)
  const acceptance = Math.round(38 + ((place * 9) % 41) + random() * 8)
  const finished = Math.round(78 + ((place * 3) % 17) + random() * 4)
  const metres = Math.round(trips * (6_200 + ((place * 311) % 2_400) + random() * 900))
  return {
    trips,
    minutes,
    metres,
    cells: [
      ...['Silver', 'Bolt', driver.cash ? 'sim' : 'não', String(Math.round(70 + random() * 25)), String(trips)],
      ...[String(acceptance), minutes.toFixed(2), String(Math.round((busy * 100) / minutes))],
      ...[String(Math.round((acceptance * finished) / 100)), String(finished)],
      ...[
        (metres / trips / 1_000).toFixed(2),
        (metres / 1_000).toFixed(2),
        place === UNRATED ? '' : ratingOf(place, random),
      ],
    ],
  }
}

const BARRIERS = [
  ['Ponte 25 de Abril', 'Lusoponte', 220],
  ['Ponte Vasco da Gama', 'Lusoponte', 335],
  ['Alverca A1', 'Brisa', 185],
  ['Carcavelos A5', 'Brisa', 155],
  ['Loures A8', 'Auto-Estradas do Atlântico', 95],
] as const

function viaVerde(week: Week, drivers: Drivers, random: () => number, withQuestion: boolean): DemoFile {
  const passages = drivers.flatMap((driver, at) =>
    Array.from({ length: 2 + Math.floor(random() * 7) }, () => {
      // oxlint-disable-next-line typescript/no-non-null-assertion -- the invented fleet has it
      const [barrier, operator, price] = BARRIERS[Math.floor(random() * BARRIERS.length)]!
      return {
        at: momentIn(week, random),
        plate: driver.car.plate,
        obu: `4190000${String(at + 1).padStart(4, '0')}`,
        barrier,
        operator,
        price,
      }
    }),
  )
  if (withQuestion) {
    passages.push({
      at: momentIn(week, random),
      plate: 'ZX-99-QQ',
      obu: '41900009999',
      barrier: 'Ponte 25 de Abril',
      operator: 'Lusoponte',
      price: 220,
    })
  }
  const lines = passages
    .toSorted((a, b) => Temporal.PlainDateTime.compare(a.at, b.at))
    .map(({ at, plate, obu, barrier, operator, price }) => {
      const when = `${slashed(at)} ${at.toPlainTime().toString({ smallestUnit: 'second' })}`
      return [
        COMPANY.via_verde_contracts[0],
        obu,
        plate,
        'Portagens',
        when,
        barrier,
        when,
        barrier,
        operator,
        comma(price),
      ].join(';')
    })
  // A line copied under itself, as lists from a spreadsheet have it.
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the invented fleet has it
  if (withQuestion) lines.splice(8, 0, lines[7]!)
  const cover = [
    'Via Verde Portugal',
    'Extrato de movimentos',
    `Cliente;${COMPANY.name.toUpperCase()}`,
    `Período;${slashed(monday(week))} a ${slashed(sunday(week))}`,
    '',
    'Contrato;Nr Equipamento;Matrícula;Tipo de Evento;Data Entrada;Barreira Entrada;Data Saída;Barreira Saída;Operador;Valor Transação',
  ]
  return {
    name: `extrato_movimentos_${COMPANY.via_verde_contracts[0]}_${compact(week)}.csv`,
    text: `\uFEFF${[...cover, ...lines].join('\r\n')}\r\n`,
  }
}

function prioFuel(week: Week, drivers: Drivers, random: () => number): DemoFile {
  const header =
    'CLIENTE;POSTO;REDE;DATA;HORA;CARTÃO;DESC. CARTÃO;GRUPO CARTÃO;ESTADO;KMS;COMB.;LITROS;RECIBO;V. UNIT.;VALOR LÍQUIDO;IVA;Nº FATURA;DATA FATURA;TOTAL'
  let receipt = Number(compact(week)) * 10
  const lines = drivers
    .filter((driver) => card(driver).fuel)
    .flatMap((driver) =>
      Array.from({ length: 2 + Math.floor(random() * 2) }, () => {
        const at = momentIn(week, random)
        const centilitres = 2_600 + Math.floor(random() * 2_000)
        const price = driver.car.energy === 'Gasóleo' ? 1_589 : 1_712
        const total = Math.round((centilitres * price) / 1_000)
        const net = Math.round(total / 1.23)
        receipt += 1
        return [
          ...[
            '900777',
            'PRIO SACAVEM',
            'PRIO',
            at.toPlainDate().toString(),
            at.toPlainTime().toString({ smallestUnit: 'minute' }),
          ],
          // oxlint-disable-next-line typescript/no-non-null-assertion -- the invented fleet has it
          ...[card(driver).fuel!, driver.car.plate, 'VIATURAS', 'ATIVO', '81200'],
          ...[
            driver.car.energy === 'Gasóleo' ? 'GASOLEO SIMPLES' : 'GASOLINA 95',
            comma(centilitres),
            String(receipt),
            `1,${String(price).slice(1)}`,
          ],
          ...[
            comma(net),
            comma(total - net),
            `FT 2026A7/${receipt % 100_000}`,
            sunday(week).add({ days: 1 }).toString(),
            comma(total),
          ],
        ].join(';')
      }),
    )
  const cover = [
    'myPRIO - Transações Frota',
    `Cliente: ${COMPANY.name.toUpperCase()}`,
    `Período: ${week} a ${sunday(week)}`,
  ]
  return {
    name: `Transacoes_Frota_${compact(week)}_${compactDay(sunday(week))}.csv`,
    text: [...cover, header, ...lines].join('\r\n') + '\r\n',
  }
}

const ELECTRIC_COLUMNS = [
  ...['StartDate', 'CardCode', 'MobileCard', 'MobileRegistration', 'IdUsage', 'IdChargingStation', 'TotalDuration'],
  ...['EnergiaForaVazio', 'EnergiaVazioNormal', 'EnergiaPonta', 'EnergiaCheias', 'EnergiaVazio', 'Energy'],
  ...[
    'PriceOPC_TEMPO',
    'PriceOPC_ENERGIA',
    'PriceOPC_ATIVACAO',
    'PriceCDescAcesRedeForaVazio',
    'PriceCDescAcesRedeVazioNorm',
  ],
  ...['PriceComDescAcessoRedePonta', 'PriceComDescAcessoRedeCheias', 'PriceComDescAcessoRedeVazio'],
  ...['ChargingServiceValue', 'IEC', 'ChargingTotalValue', 'TotalValueWithTaxes'],
]

function prioElectric(week: Week, drivers: Drivers, random: () => number): DemoFile {
  const sessions = drivers
    .filter((driver) => card(driver).electric)
    .flatMap((driver) =>
      Array.from({ length: 3 + Math.floor(random() * 2) }, () => ({
        driver,
        at: momentIn(week, random),
        wattHours: 18_000 + Math.floor(random() * 24_000),
      })),
    )
  const lines = sessions
    .toSorted((a, b) => Temporal.PlainDateTime.compare(b.at, a.at))
    .map(({ driver, at, wattHours }) => {
      const energy = (wattHours / 1_000).toFixed(3)
      const value = Math.round((wattHours * 31) / 1_000)
      const epoch = at.toZonedDateTime(ZONE).epochMilliseconds / 1_000
      const start = `${at.month}/${at.day}/${at.year} ${at.hour % 12 || 12}:${pad(at.minute)}:${pad(at.second)} ${at.hour < 12 ? 'AM' : 'PM'}`
      return [
        ...[
          start,
          // oxlint-disable-next-line typescript/no-non-null-assertion -- the invented fleet has it
          card(driver).electric!,
          driver.name.split(' ')[0],
          driver.car.plate,
          `LSB-90100-${pad(socket(driver))}-${epoch}`,
          'LSB-90100',
          (wattHours / 800).toFixed(2),
        ],
        ...['0', energy, '0', '0', '0', energy, '0', '0', '0', '0', '0', '0', '0', '0'],
        ...[
          (value / 100).toFixed(6),
          (wattHours / 1_000_000).toFixed(6),
          point(value),
          point(Math.round(value * 1.23)),
        ],
      ].join(',')
    })
  return {
    name: `prio_electric_${compact(week)}_${compactDay(sunday(week))}.csv`,
    text: [ELECTRIC_COLUMNS.join(','), ...lines].join('\n') + '\n',
  }
}

/** A large fleet charges at several at the same second. */
function socket({ ref }: DemoDriver): number {
  return 1 + Math.floor(Number(ref.slice(1)) / 20)
}

/** A working moment of the week, between 06:00 and 22:00. */
function momentIn(week: Week, random: () => number): Temporal.PlainDateTime {
  const seconds = Math.floor(random() * 57_000)
  return monday(week)
    .add({ days: Math.floor(random() * 7) })
    .toPlainDateTime('06:00')
    .add({ seconds })
}

function compact(week: Week): string {
  return week.replaceAll('-', '')
}

/** The Monday after: the exclusive end of Uber's file names. */
function compactAfter(week: Week): string {
  return compactDay(sunday(week).add({ days: 1 }))
}

function compactDay(day: Temporal.PlainDate): string {
  return day.toString().replaceAll('-', '')
}

function slashed(day: Temporal.PlainDate | Temporal.PlainDateTime): string {
  return `${pad(day.day)}/${pad(day.month)}/${day.year}`
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

function point(cents: number): string {
  return (cents / 100).toFixed(2)
}

function comma(cents: number): string {
  return point(cents).replace('.', ',')
}

/** Small deterministic random numbers: the demonstration is the same on every machine. */
export function mulberry(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
