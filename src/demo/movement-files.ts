import { type Week, ZONE, monday, sunday } from '#domain/week.ts'
import { COMPANY, type DemoDriver, card } from './fleet.ts'
import type { Drivers } from './platform-weeks.ts'
import type { DemoFile } from './written.ts'
import { amountWithComma, compactWeek, compactDay, padTwo, amountWithPoint, writeDay } from './written.ts'

const BARRIERS = [
  ['Ponte 25 de Abril', 'Lusoponte', 220],
  ['Ponte Vasco da Gama', 'Lusoponte', 335],
  ['Alverca A1', 'Brisa', 185],
  ['Carcavelos A5', 'Brisa', 155],
  ['Loures A8', 'Auto-Estradas do Atlântico', 95],
] as const

export function viaVerde(week: Week, drivers: Drivers, random: () => number, withQuestion: boolean): DemoFile {
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
      const when = `${writeDay(at)} ${at.toPlainTime().toString({ smallestUnit: 'second' })}`
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
        amountWithComma(price),
      ].join(';')
    })
  // Repeat one line, as happens in spreadsheets.
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the invented fleet has it
  if (withQuestion) lines.splice(8, 0, lines[7]!)
  const cover = [
    'Via Verde Portugal',
    'Extrato de movimentos',
    `Cliente;${COMPANY.name.toUpperCase()}`,
    `Período;${writeDay(monday(week))} a ${writeDay(sunday(week))}`,
    '',
    'Contrato;Nr Equipamento;Matrícula;Tipo de Evento;Data Entrada;Barreira Entrada;Data Saída;Barreira Saída;Operador;Valor Transação',
  ]
  return {
    name: `extrato_movimentos_${COMPANY.via_verde_contracts[0]}_${compactWeek(week)}.csv`,
    text: `\uFEFF${[...cover, ...lines].join('\r\n')}\r\n`,
  }
}

export function prioFuel(week: Week, drivers: Drivers, random: () => number): DemoFile {
  const header =
    'CLIENTE;POSTO;REDE;DATA;HORA;CARTÃO;DESC. CARTÃO;GRUPO CARTÃO;ESTADO;KMS;COMB.;LITROS;RECIBO;V. UNIT.;VALOR LÍQUIDO;IVA;Nº FATURA;DATA FATURA;TOTAL'
  let receipt = Number(compactWeek(week)) * 10
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
            amountWithComma(centilitres),
            String(receipt),
            `1,${String(price).slice(1)}`,
          ],
          ...[
            amountWithComma(net),
            amountWithComma(total - net),
            `FT 2026A7/${receipt % 100_000}`,
            sunday(week).add({ days: 1 }).toString(),
            amountWithComma(total),
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
    name: `Transacoes_Frota_${compactWeek(week)}_${compactDay(sunday(week))}.csv`,
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

export function prioElectric(week: Week, drivers: Drivers, random: () => number): DemoFile {
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
      const start = `${at.month}/${at.day}/${at.year} ${at.hour % 12 || 12}:${padTwo(at.minute)}:${padTwo(at.second)} ${at.hour < 12 ? 'AM' : 'PM'}`
      return [
        ...[
          start,
          // oxlint-disable-next-line typescript/no-non-null-assertion -- the invented fleet has it
          card(driver).electric!,
          driver.name.split(' ')[0],
          driver.car.plate,
          `LSB-90100-${padTwo(socket(driver))}-${epoch}`,
          'LSB-90100',
          (wattHours / 800).toFixed(2),
        ],
        ...['0', energy, '0', '0', '0', energy, '0', '0', '0', '0', '0', '0', '0', '0'],
        ...[
          (value / 100).toFixed(6),
          (wattHours / 1_000_000).toFixed(6),
          amountWithPoint(value),
          amountWithPoint(Math.round(value * 1.23)),
        ],
      ].join(',')
    })
  return {
    name: `prio_electric_${compactWeek(week)}_${compactDay(sunday(week))}.csv`,
    text: [ELECTRIC_COLUMNS.join(','), ...lines].join('\n') + '\n',
  }
}

/** The socket at which a driver charges. In a large fleet each driver has one, so that no two sessions have the same key. */
function socket({ ref }: DemoDriver): number {
  const number = Number(ref.slice(1))
  return number < 20 ? 1 : number
}

/** A working moment of the week, between 06:00 and 22:00. */
function momentIn(week: Week, random: () => number): Temporal.PlainDateTime {
  const seconds = Math.floor(random() * 57_000)
  return monday(week)
    .add({ days: Math.floor(random() * 7) })
    .toPlainDateTime('06:00')
    .add({ seconds })
}
