import type { Part } from '#integrations/pdf/parts.ts'
import { KINDS, type Kind, PERIODS, type PeriodId } from '#domain/kept-data.ts'
import type { Translator } from '#messages/catalogue.ts'
import { lawDoubt, lawPlace } from '#messages/law-words.ts'
import type { Activity } from '../personal-data/schema.ts'

export type ProcessingFacts = { company: { name: string; nipc: string | null } | null; activities: readonly Activity[] }

/** The length of a period, with its law and who confirms it; shown once, however many tables it applies to. */
function periodRow(period: PeriodId, t: Translator): [string, string] {
  const { law } = PERIODS[period]
  const words = t(`page.privacy.periods.${period}`)
  return [
    t(`page.privacy.periodNames.${period}`),
    law === null ? words : `${words} ${lawPlace(law, t)}. ${lawDoubt(law, t)}`.trim(),
  ]
}

/** Kinds that describe the person, in the order of the register; those that serve only the machine are left out. */
const NOT_OF_PERSON = ['link', 'time', 'state', 'secret', 'office'] as const
const isAboutPerson = (kind: Kind): kind is Exclude<Kind, (typeof NOT_OF_PERSON)[number]> =>
  !NOT_OF_PERSON.some((candidate) => candidate === kind)
const TELLING = KINDS.filter(isAboutPerson)

function kindsWords(kinds: readonly Kind[], t: Translator): string {
  const named = TELLING.filter((kind) => kinds.includes(kind)).map((kind) => t(`page.privacy.kinds.${kind}`))
  return named.length > 0 ? named.join(', ') : t('page.privacy.kinds.state')
}

/** The rows of one activity in the record. */
function rowsOf({ topic, bases, periods, kinds }: Activity, t: Translator): Part['rows'] {
  return [
    [t('page.privacy.record.purpose'), t(`page.privacy.purposes.${topic}`)],
    [t('page.privacy.record.basis'), bases.map((basis) => t(`page.privacy.bases.${basis}`)).join(' ')],
    [t('page.privacy.record.subjects'), t(`page.privacy.subjects.${topic}`)],
    [t('page.privacy.record.data'), kindsWords(kinds, t)],
    [t('page.privacy.record.recipients'), t(`page.privacy.recipients.${topic}`)],
    [t('page.privacy.record.period'), periods.map((period) => t(`page.privacy.periodNames.${period}`)).join(' · ')],
  ]
}

/**
 * The frame of the record: first the controller, last the length of each period and what only the company can state.
 */
function framesOf({ company, activities }: ProcessingFacts, t: Translator): { first: Part; periods: Part; last: Part } {
  const used = new Set(activities.flatMap((activity) => activity.periods))
  const controller =
    company === null ? t('page.privacy.record.nobody') : [company.name, company.nipc].filter(Boolean).join(', ')
  return {
    first: {
      title: t('page.privacy.record.general'),
      sentences: [],
      rows: [
        [t('page.privacy.record.controller'), controller],
        [t('page.privacy.record.transfers'), t('page.privacy.record.transfersAre')],
        [t('page.privacy.record.security'), t('page.privacy.record.securityIs')],
      ],
    },
    periods: {
      title: t('page.privacy.record.periods'),
      sentences: [],
      rows: (Object.keys(PERIODS) as PeriodId[])
        .filter((period) => used.has(period))
        .map((period) => periodRow(period, t)),
    },
    last: { title: t('page.privacy.record.open'), sentences: t.list('page.privacy.record.openAre'), rows: [] },
  }
}

/** The record as its page shows it: each activity with the tables behind it. */
export type ShownRecord = {
  first: Part
  activities: readonly (Part & { tables: Activity['tables'] })[]
  periods: Part
  last: Part
}

export function shownRecord(facts: ProcessingFacts, t: Translator): ShownRecord {
  return {
    ...framesOf(facts, t),
    activities: facts.activities.map((activity) => ({
      title: t(`page.personalData.topics.${activity.topic}`),
      sentences: [],
      rows: rowsOf(activity, t),
      tables: activity.tables,
    })),
  }
}

/** The whole record, part by part, for the PDF. */
export function partsOf(facts: ProcessingFacts, t: Translator): Part[] {
  const { first, activities, periods, last } = shownRecord(facts, t)
  return [first, ...activities, periods, last]
}
