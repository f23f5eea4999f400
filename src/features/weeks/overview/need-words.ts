import { showPlate } from '#domain/identifiers.ts'
import { weekName } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { dayOf, formatDay, formatDayShort, formatInstant, formatMonthInside, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { statusWords } from '#features/weeks/status/schema.ts'
import type { DriverNeed, Need, NeedWords } from './schema.ts'

type Of<Kind extends Need['kind']> = Extract<Need, { kind: Kind }>

/** The pages for needs that are only a count. */
const COUNTED = {
  messages: '/admin/recruitment/messages',
  applications: '/admin/recruitment',
  looks: '/admin/second-person',
  mail: '/admin/mail?view=waiting',
  requests: '/admin/financing',
  uninvited: '/admin/drivers/invitations',
  facts: '/admin/company',
  'bank-gaps': '/admin/bank',
} as const

/** The words of a need. `what` contains no amount and no name, as it is mailed too. */
export function wordsOf(need: Need, t: Translator): NeedWords {
  switch (need.kind) {
    case 'week':
      return weekWords(need, t)
    case 'late-batch': {
      const { batch, count, on, total, week } = need
      return {
        what: t('page.needs.lateBatch.what', { number: weekNumber(week), day: formatDay(on, t.language) }),
        detail: t('page.needs.lateBatch.of', { count, amount: formatMoney(total, t.language) }),
        action: t('page.needs.lateBatch.act'),
        to: `/admin/weekly/batches/${batch}/payment`,
        late: true,
      }
    }
    case 'unmatched':
      return {
        what: t('page.needs.unmatched.what', { count: need.count }),
        detail: t('page.needs.unmatched.of', { amount: formatMoney(need.total, t.language) }),
        action: t('page.needs.unmatched.act'),
        to: '/admin/data#unmatched',
      }
    case 'dispute':
      return {
        what: t('page.needs.dispute.what', { count: need.count }),
        detail: t(`page.needs.dispute.${need.late ? 'late' : 'of'}`, {
          amount: formatMoney(need.total, t.language),
          day: need.by === null ? '' : formatDayShort(need.by, t.language),
        }),
        action: t('page.needs.dispute.act'),
        to: need.only ? `/admin/weekly/disputes/${need.only}` : '/admin/weekly/disputes',
        late: need.late,
      }
    case 'car-alert':
      return {
        what: t('page.needs.carAlert.what', { count: need.count }),
        detail: t('page.needs.carAlert.of', { at: formatInstant(need.since, t.language) }),
        action: t('page.needs.carAlert.act'),
        to: need.only === null ? '/admin/monitor/alerts?view=open' : `/admin/monitor/alerts/${need.only}`,
        late: true,
      }
    case 'ticket':
      return {
        what: t('page.needs.ticket.what', { count: need.count }),
        detail: t(`page.needs.ticket.${need.late ? 'late' : 'of'}`, { day: formatDayShort(need.by, t.language) }),
        action: t('page.needs.ticket.act'),
        to: need.only ? `/admin/support/${need.only}` : '/admin/support?view=open',
        late: need.late,
      }
    case 'contract':
      return {
        what: t('page.needs.contract.what', { count: need.count }),
        detail: t('page.needs.contract.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.contract.act'),
        to: need.only ? `/admin/contracts/${need.only}` : '/admin/contracts?view=signed',
      }
    case 'signed-paper':
      return {
        what: t('page.needs.signedPaper.what', { count: need.count }),
        detail: t('page.needs.signedPaper.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.signedPaper.act'),
        to: need.only ? `/admin/contracts/${need.only}` : '/admin/contracts?view=paper-waiting',
      }
    case 'contract-terms':
      return {
        what: t('page.needs.contractTerms.what', { count: need.count }),
        detail: t('page.needs.contractTerms.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.contractTerms.act'),
        to: need.only ? `/admin/contracts/${need.only}/terms` : '/admin/contracts?view=terms-waiting',
      }
    case 'contract-begun':
      return begunWords(need, t)
    case 'paper':
      return {
        what: t('page.needs.paper.what', { count: need.count }),
        detail: t('page.needs.paper.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.paper.act'),
        to: '/admin/documents',
      }
    case 'papers-ending':
      return {
        what: t('page.needs.papersEnding.what', { count: need.count }),
        detail:
          need.ended > 0
            ? t('page.needs.papersEnding.ended', { count: need.ended })
            : t('page.needs.papersEnding.of', { day: formatDayShort(need.first, t.language) }),
        action: t('page.needs.papersEnding.act'),
        to: '/admin/documents/deadlines',
        late: need.ended > 0,
      }
    case 'working-time':
      return {
        what: t('page.needs.workingTime.what', { count: need.count }),
        detail: need.over > 0 ? t('page.needs.workingTime.over', { count: need.over }) : t('page.needs.workingTime.of'),
        action: t('page.needs.workingTime.act'),
        to: need.only === null ? '/admin/documents/times' : `/admin/drivers/${need.only}/times`,
        late: need.over > 0,
      }
    case 'month-changed':
      return {
        what: t('page.needs.month-changed.what', { count: need.count }),
        detail: t('page.needs.month-changed.of', { month: formatMonthInside(need.newest, t.language) }),
        action: t('page.needs.month-changed.act'),
        to: `/admin/accounting/${need.newest}`,
      }
    case 'data-request':
      return {
        what: t('page.needs.dataRequest.what', { count: need.count }),
        detail:
          need.late > 0
            ? t('page.needs.dataRequest.late', { count: need.late })
            : t('page.needs.dataRequest.of', {
                name: t(`page.privacy.requests.kinds.${need.first.kind}`),
                day: formatDayShort(need.first.by, t.language),
              }),
        action: t('page.needs.dataRequest.act'),
        to: '/admin/privacy/requests',
        late: need.late > 0,
      }
    case 'breach':
      return {
        what: t('page.needs.breach.what', { count: need.count }),
        detail: need.hoursLeft < 0 ? t('page.needs.breach.late') : t('page.needs.breach.of', { count: need.hoursLeft }),
        action: t('page.needs.breach.act'),
        to: `/admin/privacy/breaches/${need.id}`,
        late: need.hoursLeft < 0,
      }
    case 'times-waiting':
      return {
        what: t('page.needs.timesWaiting.what', { count: need.count }),
        detail: t('page.needs.timesWaiting.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.timesWaiting.act'),
        to: need.only === null ? '/admin/documents/times/files' : `/admin/documents/times/waiting/${need.only}`,
      }
    case 'duty':
      return {
        what: t('page.needs.duty.what', { count: need.count }),
        detail:
          need.late > 0
            ? t('page.needs.duty.late', { count: need.late })
            : t('page.needs.duty.of', {
                name: t(`page.duties.kinds.${need.first.kind}`),
                day: formatDayShort(need.first.by, t.language),
              }),
        action: t('page.needs.duty.act'),
        to: '/admin/accounting/duties',
        late: need.late > 0,
      }
    case 'connection': {
      const provider = t(`page.connections.providers.${need.provider}`)
      return {
        what: t(`page.needs.connection.what.${need.state}`, { provider }),
        detail: t('page.needs.connection.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t(`page.needs.connection.act.${need.state}`),
        to: `/admin/data/connections/${need.provider}`,
      }
    }
    case 'car-age': {
      const { plate, on, vehicle } = need.first
      return {
        what: t('page.needs.carAge.what', { count: need.count }),
        detail: t(`page.needs.carAge.${need.ended > 0 ? 'ended' : 'of'}`, {
          plate,
          day: formatDayShort(on, t.language),
        }),
        action: t('page.needs.carAge.act'),
        to: need.count === 1 ? `/admin/vehicles/${vehicle}` : '/admin/documents/deadlines?holder=car',
        late: need.ended > 0,
      }
    }
    case 'paper-refused':
      return {
        what: t('page.needs.paperRefused.what', { count: need.count }),
        detail: t('page.needs.paperRefused.of', { day: formatDayShort(need.since, t.language) }),
        action: t('page.needs.paperRefused.act'),
        to: `/admin/documents/${need.paper}`,
      }
    case 'platform-refused': {
      const { driverId, vehicleId, name, platform, reason } = need.first
      const params = {
        name: vehicleId === null ? name : showPlate(name),
        provider: t(`page.connections.providers.${platform}`),
        reason: reason ?? '',
      }
      return {
        what: t('page.needs.platformRefused.what', { count: need.count }),
        detail: t(`page.needs.platformRefused.${reason === null ? 'of' : 'ofReason'}`, params),
        action: t('page.needs.platformRefused.act'),
        to: driverId === null ? `/admin/vehicles/${vehicleId}` : `/admin/drivers/${driverId}/platforms`,
      }
    }
    case 'platform-act':
      return {
        what: t('page.needs.platformAct.what', { count: need.count }),
        detail: t('page.needs.platformAct.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.platformAct.act'),
        to: need.only ? `/admin/drivers/platform-acts/${need.only}` : '/admin/drivers/platform-acts',
      }
    case 'correction':
      return {
        what: t('page.needs.correction.what', { count: need.count }),
        detail: t('page.needs.correction.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.correction.act'),
        to: need.only ? `/admin/drivers/corrections/${need.only}` : '/admin/drivers/corrections?view=open',
      }
    case 'shift':
      return {
        what: t('page.needs.shift.what', { count: need.count }),
        detail: t('page.needs.shift.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.shift.act'),
        to: need.only ? `/admin/vehicles/shifts/requests/${need.only}` : '/admin/vehicles/shifts/requests',
      }
    case 'task':
      return {
        what: t('page.needs.task.what', { count: need.count }),
        detail: t('page.needs.task.of', { day: formatDayShort(need.since, t.language) }),
        action: t('page.needs.task.act'),
        to: need.only ? `/admin/recruitment/${need.only}` : '/admin/recruitment/tasks?view=due',
      }
    case 'accident':
      return {
        what: t('page.needs.accident.what', { count: need.count }),
        detail: t(`page.needs.accident.${need.late ? 'late' : 'of'}`, {
          day: formatDayShort(dayOf(need.first.at), t.language),
        }),
        action: t(`page.needs.accident.${need.count === 1 ? 'act' : 'list'}`),
        to:
          need.count === 1
            ? `/admin/vehicles/${need.first.vehicle}/accidents/${need.first.id}`
            : '/admin/vehicles/accidents?view=todo',
        late: need.late,
      }
    case 'damage-report':
      return {
        what: t('page.needs.damageReport.what', { count: need.count }),
        detail: t('page.needs.damageReport.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.damageReport.act'),
        to: `/admin/vehicles/${need.vehicle}/reports/${need.first}`,
      }
    case 'damage':
      return {
        what: t('page.needs.damage.what', { count: need.count }),
        detail: t('page.needs.damage.of', { day: formatDayShort(dayOf(need.since), t.language) }),
        action: t('page.needs.damage.act'),
        to: `/admin/vehicles/${need.vehicle}/damages/${need.first}`,
      }
    case 'upkeep':
      return {
        what: t('page.needs.upkeep.what', { count: need.count }),
        detail: t('page.needs.upkeep.of'),
        action: t('page.needs.upkeep.act'),
        to: `/admin/vehicles/${need.vehicle}/upkeep`,
      }
    case 'fine':
      return {
        what: t('page.needs.fine.what', { count: need.count }),
        detail: need.left < 0 ? t('page.needs.fine.late') : t('page.needs.fine.of', { count: need.left }),
        action: t('page.needs.fine.act'),
        to: need.only ? `/admin/vehicles/fines/${need.only}` : '/admin/vehicles/fines?view=open',
        late: need.left < 0,
      }
    case 'receipt':
      return {
        what: t('page.needs.receipt.what', { count: need.count }),
        detail: t('page.needs.receipt.of', { day: formatDayShort(need.since, t.language) }),
        action: t('page.needs.receipt.act'),
        to: '/admin/weekly/receipts',
      }
    case 'source-missing':
      return {
        what: t('page.needs.missing.what', { number: weekNumber(need.week), sources: sourceNames(need.sources, t) }),
        detail: t('page.needs.missing.of'),
        action: t('page.needs.missing.act'),
        to: `/admin/data?until=${weekName(need.week)}`,
      }
    case 'negative':
      return debtWords(need, t)
    case 'applications':
    case 'messages':
    case 'looks':
    case 'mail':
    case 'requests':
    case 'uninvited':
    case 'facts':
    case 'bank-gaps':
      return {
        what: t(`page.needs.${need.kind}.what`, { count: need.count }),
        detail: t(`page.needs.${need.kind}.of`),
        action: t(`page.needs.${need.kind}.act`),
        to: COUNTED[need.kind],
      }
    case 'company-iban':
    case 'company-nipc': {
      const about = need.kind === 'company-iban' ? 'companyIban' : 'companyNipc'
      return {
        what: t(`page.needs.${about}.${need.state}`),
        detail: t(`page.needs.${about}.of`),
        action: t(`page.needs.${about}.act`),
        to: '/admin/company',
      }
    }
    case 'licence':
      return {
        what: t(`page.needs.licence.${need.state}`, { day: formatDayShort(need.on, t.language) }),
        detail: t('page.needs.licence.of'),
        action: t('page.needs.licence.act'),
        to: '/admin/company',
        late: need.state === 'expired',
      }
    case 'iban-held':
    case 'iban-invalid':
    case 'iban-missing':
    case 'no-keys':
    case 'no-terms':
      return driverWords(need, t)
  }
}

/** The names of sources, in the order of the week's page: "Uber, Via Verde". */
function sourceNames(sources: Of<'source-missing'>['sources'], t: Translator): string {
  return sources.map((source) => t(`page.week.sourceNames.${source}`)).join(', ')
}

function weekWords(need: Of<'week'>, t: Translator): NeedWords {
  const { what, ...words } = statusWords(need, t)
  return { ...words, what: t('page.needs.week.what', { number: weekNumber(need.week), what }), late: need.late }
}

const DRIVER_WORDS = {
  'no-terms': { words: 'noTerms', tab: 'terms', list: '/admin/drivers?view=termless' },
  'iban-missing': { words: 'ibanMissing', tab: 'iban', list: '/admin/drivers?view=unpayable' },
  'iban-invalid': { words: 'ibanInvalid', tab: 'iban', list: '/admin/drivers?view=unpayable' },
  'iban-held': { words: 'ibanHeld', tab: 'iban', list: '/admin/drivers?view=unpayable' },
  'no-keys': { words: 'noKeys', tab: 'platforms', list: '/admin/drivers?view=keyless' },
} as const satisfies Record<DriverNeed, { words: string; tab: string; list: string }>

/** The link of one driver goes to the right tab; that of several to the list of them. */
function driverWords({ kind, count, drivers }: Of<DriverNeed>, t: Translator): NeedWords {
  const { words, tab, list } = DRIVER_WORDS[kind]
  const [only] = count === 1 ? drivers : []
  return {
    what: t(`page.needs.${words}.what`, { count }),
    detail: t(`page.needs.${words}.of`),
    action: t(`page.needs.${words}.act`, { count }),
    to: only ? `/admin/drivers/${only.id}/${tab}` : list,
  }
}

/**
 * The link of one contract goes to its form, filled as far as possible; that of several to the list, which names what
 * each lacks.
 */
function begunWords({ count, oldest }: Of<'contract-begun'>, t: Translator): NeedWords {
  const { driver, kind, language, name, open } = oldest
  const names = open.map((placeholder) => t(`page.contracts.placeholders.${placeholder}`)).join(', ')
  return {
    what: t('page.needs.contractBegun.what', { count }),
    detail: t(`page.needs.contractBegun.${open.length > 0 ? 'lacks' : 'ready'}`, { name, names }),
    action: t('page.needs.contractBegun.act', { count }),
    to: count === 1 ? `/admin/contracts/new?${new URLSearchParams({ driver, kind, language })}` : '/admin/contracts',
  }
}

/** The link goes to the largest debt, as one begins with that. */
function debtWords({ count, drivers, total, week }: Of<'negative'>, t: Translator): NeedWords {
  const [largest] = drivers
  const name = largest?.name ?? ''
  const statement = largest?.inWeek && week ? `/admin/weekly/${week}/${largest.id}` : null
  return {
    what: t('page.needs.negative.what', { count }),
    detail: t('page.needs.negative.of', { amount: formatMoney(Math.abs(total), t.language) }),
    action: t(statement ? 'page.needs.negative.act' : 'page.needs.negative.record', { name }),
    to: statement ?? `/admin/drivers/${largest?.id}`,
  }
}
