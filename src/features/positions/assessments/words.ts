import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { type AssessmentFacts, LOOKERS, type Part } from './schema.ts'

const RISKS = ['watching', 'private', 'untold', 'breach', 'kept', 'judged', 'wrong'] as const

/**
 * The content of an assessment, part by part, the same on its page and in its PDF. Each sentence follows from the rules
 * in its facts.
 */
export function partsOf(facts: AssessmentFacts, t: Translator): Part[] {
  const { rules, company, devices, looks } = facts
  const isRecording = rules.recordsSince !== null
  const say = (title: Titles, sentences: readonly string[], rows: Part['rows'] = []): Part => ({
    title: t(`page.assessment.parts.${title}`),
    sentences,
    rows,
  })
  return [
    say('what', [
      rules.recordsSince === null
        ? t('page.assessment.notRecording')
        : t('page.assessment.recording', { since: formatInstant(rules.recordsSince, t.language) }),
      t('page.assessment.data'),
      t(`page.assessment.duty.${rules.duty}`),
      t(`page.assessment.offDuty.${rules.offDuty}`),
      t('page.assessment.ownCars'),
    ]),
    say('whom', [
      t('page.assessment.people', { cars: facts.cars, drivers: facts.drivers, told: facts.told }),
      t('page.assessment.notice', { version: facts.notice }),
      t('page.assessment.devices', { phone: devices.phone, tracker: devices.tracker + devices.server }),
    ]),
    say('why', t.list('page.assessment.purposes')),
    say('alerts', [
      ...(isRecording && rules.tellsUnheld ? [t('page.assessment.alerts.unheld')] : []),
      ...(!isRecording || rules.night === null ? [] : [t('page.assessment.alerts.night', rules.night)]),
      ...(isRecording && facts.zones > 0 ? [t('page.assessment.alerts.zones', { count: facts.zones })] : []),
      t('page.assessment.alerts.once'),
      t('page.assessment.alerts.links', { count: facts.links }),
    ]),
    say('basis', t.list('page.assessment.basis')),
    say('needed', t.list('page.assessment.needed')),
    say('days', [
      t('page.assessment.days', { count: rules.keepsDays }),
      t('page.assessment.afterDays'),
      facts.holds === 0 ? t('page.assessment.noHolds') : t('page.assessment.holds', { count: facts.holds }),
    ]),
    say(
      'who',
      [
        t('page.assessment.access'),
        t(`page.assessment.reason.${rules.asksReason ? 'asked' : 'free'}`),
        looks.people === 0 ? t('page.assessment.noLookers') : t('page.assessment.lookers', { count: looks.people }),
      ],
      LOOKERS.flatMap((role) => {
        const count = looks.by[role] ?? 0
        return count === 0 ? [] : [[t(`page.assessment.roles.${role}`), t('page.assessment.looks', { count })] as const]
      }),
    ),
    say(
      'risks',
      [],
      RISKS.map((risk) => [t(`page.assessment.risks.${risk}.is`), t(`page.assessment.risks.${risk}.measure`)] as const),
    ),
    say(
      'register',
      [],
      [
        [
          t('page.assessment.register.controller'),
          company === null
            ? t('page.assessment.register.nobody')
            : [company.name, company.nipc].filter(Boolean).join(', '),
        ],
        [t('page.assessment.register.activity'), t('page.assessment.register.activityIs')],
        [t('page.assessment.register.purposes'), t.list('page.assessment.purposes').join(' ')],
        [t('page.assessment.register.subjects'), t('page.assessment.register.subjectsAre')],
        [t('page.assessment.register.data'), t('page.assessment.data')],
        [t('page.assessment.register.recipients'), t('page.assessment.register.recipientsAre')],
        [t('page.assessment.register.transfers'), t('page.assessment.register.transfersAre')],
        [t('page.assessment.register.retention'), t('page.assessment.days', { count: rules.keepsDays })],
        [t('page.assessment.register.security'), t('page.assessment.register.securityIs')],
      ],
    ),
    say('open', t.list('page.assessment.open')),
  ]
}

type Titles = 'what' | 'whom' | 'why' | 'alerts' | 'basis' | 'needed' | 'days' | 'who' | 'risks' | 'register' | 'open'
