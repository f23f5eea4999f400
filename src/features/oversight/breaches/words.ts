import type { Part } from '#integrations/pdf/parts.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { lawPlace } from '#messages/law-words.ts'
import type { Breach } from './schema.ts'

/** The parts of a breach, the same on its page and in the PDF. */
export function breachParts(breach: Breach, t: Translator): Part[] {
  const at = (moment: string) => formatInstant(moment, t.language)
  const notifiedWords = (notifiedAt: string | null, why: string) =>
    [
      notifiedAt === null
        ? t(`page.privacy.breaches.${why === '' ? 'unsaid' : 'notTold'}`)
        : t('page.privacy.breaches.toldAt', { at: at(notifiedAt) }),
      why,
    ]
      .filter(Boolean)
      .join(' ')
  const field = (name: 'knownAt' | 'happened' | 'data' | 'peopleKinds' | 'peopleCount' | 'effects' | 'measures') =>
    t(`page.privacy.breaches.fields.${name}`)
  return [
    {
      title: t('page.privacy.breaches.what'),
      sentences: [],
      rows: [
        [field('knownAt'), at(breach.knownAt)],
        [field('happened'), breach.happened],
        [field('data'), breach.data],
        [field('peopleKinds'), breach.peopleKinds],
        [
          field('peopleCount'),
          breach.peopleCount === null ? t('page.privacy.breaches.unknown') : String(breach.peopleCount),
        ],
        [field('effects'), breach.effects || '–'],
        [field('measures'), breach.measures || '–'],
      ],
    },
    {
      title: t('page.privacy.breaches.told'),
      sentences: [],
      rows: [
        [t('page.privacy.breaches.by'), `${at(breach.by)} (${lawPlace('breach-told', t)})`],
        [t('page.privacy.breaches.whom.authority'), notifiedWords(breach.authorityNotifiedAt, breach.authorityWhy)],
        [t('page.privacy.breaches.whom.people'), notifiedWords(breach.peopleNotifiedAt, breach.peopleWhy)],
      ],
    },
    { title: t('page.privacy.breaches.kept'), sentences: [lawPlace('breach-kept', t)], rows: [] },
  ]
}
